/** Control characters, which XML does not allow, and the two that are no characters. */
const NOT_ALLOWED = /[\p{Cc}\ufffe\uffff]/gu

/** A text as it stands in HTML and XML, between elements and in attributes between double quotes. */
export function escapeMarkup(text: string): string {
  return text
    .replace(NOT_ALLOWED, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
