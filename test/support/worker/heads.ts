import { type RequestOptions, sendRequest } from './site.ts'

export type Head = {
  title: string
  /** Contents by name or property, in order. */
  meta: Record<string, string[]>
  /** Addresses by `rel`, or by `rel type` if there is a type. */
  links: Record<string, string[]>
  elements: string[]
}

/** Parses the head of a page like a crawler. */
export async function fetchHead(path: string, options: RequestOptions = {}): Promise<Head> {
  const reply = await sendRequest(path, options)
  const head: Head = { title: '', meta: {}, links: {}, elements: [] }
  const add = (record: Record<string, string[]>, key: string, value: string) => {
    record[key] = [...(record[key] ?? []), unescaped(value)]
  }
  const rewritten = new HTMLRewriter()
    .on('*', { element: (element) => void head.elements.push(element.tagName) })
    .on('head > title', {
      text({ text }) {
        head.title += text
      },
    })
    .on('head > meta[content]', {
      element: (meta) =>
        add(
          head.meta,
          meta.getAttribute('name') ?? meta.getAttribute('property') ?? '',
          meta.getAttribute('content') ?? '',
        ),
    })
    .on('head > link[href]', {
      element: (link) => {
        const type = link.getAttribute('type')
        add(head.links, `${link.getAttribute('rel')}${type ? ` ${type}` : ''}`, link.getAttribute('href') ?? '')
      },
    })
    .transform(reply)
  await rewritten.text()
  return { ...head, title: unescaped(head.title) }
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
