import { html } from 'hono/html'

/** Control characters, which XML does not allow, and the two code points that are no characters. */
const NOT_ALLOWED = /[\p{Cc}\ufffe\uffff]/gu

export type Markup = ReturnType<typeof html>

/** A template of HTML or XML. Texts put into it are escaped, between tags as in quoted attributes; markup is not. */
export function markup(template: TemplateStringsArray, ...values: (string | number | Markup | Markup[])[]): Markup {
  // Markup is a String object.
  return html(template, ...values.map((value) => (typeof value === 'string' ? allowed(value) : value)))
}

const allowed = (text: string) => text.replace(NOT_ALLOWED, ' ')
