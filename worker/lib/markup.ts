import { html } from 'hono/html'

/** Control characters but tabs and line breaks, which XML forbids, and the two noncharacters. */
const INVALID_IN_XML = /[^\P{Cc}\t\n]|[\ufffe\uffff]/gu

export type Markup = ReturnType<typeof html>

/** A template of HTML or XML. Escapes strings, between tags and in quoted attributes, and inserts markup as it is. */
export function markup(template: TemplateStringsArray, ...values: (string | number | Markup | Markup[])[]): Markup {
  // Markup is a String object, which `typeof` distinguishes from text.
  return html(template, ...values.map((value) => (typeof value === 'string' ? withoutInvalid(value) : value)))
}

const withoutInvalid = (text: string) => text.replace(INVALID_IN_XML, ' ')
