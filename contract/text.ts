/** A title as it is shown: missing or the text `null` becomes "Untitled" [1 §3]. */
export function displayTitle(title: string | null | undefined): string {
  const trimmed = title?.trim()
  return !trimmed || trimmed === 'null' ? 'Untitled' : trimmed
}

// Control characters, and marks that turn the direction of the text around them; joiners stay, scripts and emoji need them.
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** One line of text a member typed: no control or direction marks, single spaces, trimmed, composed. */
export function cleanLine(text: string): string {
  return text.replace(/\s/gu, ' ').replace(UNSAFE, '').normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** Several lines of text a member typed: as `cleanLine`, with line breaks kept, at most one empty line in a row. */
export function cleanText(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.replace(/\t/g, ' ').replace(UNSAFE, '').trimEnd())
  return lines
    .join('\n')
    .normalize('NFC')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** What makes two nicknames the same: letters compared without case or width. */
export function nicknameKey(nickname: string): string {
  return nickname.normalize('NFKC').toLowerCase()
}

/** A tag as it is kept: lower case, words joined by hyphens, no other signs; empty when nothing is left. */
export function normalizeTag(tag: string): string {
  // Composing what is left may bring a capital or a sign back, so it goes through once more.
  return stripTagPunctuation(stripTagPunctuation(tag))
}

function stripTagPunctuation(tag: string): string {
  return tag
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_]+/gu, '-')
    .replace(/[^\p{L}\p{M}\p{N}-]/gu, '')
    .normalize('NFKC')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
}

/** True when a text has a character with a glyph; combining marks, format characters and blanks alone show nothing. */
export function hasVisibleText(text: string): boolean {
  return /[^\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)
}
