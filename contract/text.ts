/** Replaces a missing title, and the text `null`, with "Untitled" [1 §3]. */
export function displayTitle(title: string | null | undefined): string {
  const trimmed = title?.trim()
  return !trimmed || trimmed === 'null' ? 'Untitled' : trimmed
}

// Control characters, and marks that reverse the direction of surrounding text. Joiners stay, because scripts and
// emoji need them.
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Cleans a single line: no control or direction marks, single spaces, trimmed, NFC. */
export function cleanLine(text: string): string {
  return text.replace(/\s/gu, ' ').replace(UNSAFE, '').normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** Cleans a text like `cleanLine`, but keeps line breaks and at most one empty line in a row. */
export function cleanText(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.replace(/\t/g, ' ').replace(UNSAFE, '').trimEnd())
  return lines
    .join('\n')
    .normalize('NFC')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Nicknames with equal keys are the same nickname: case and width are ignored. */
export function nicknameKey(nickname: string): string {
  return nickname.normalize('NFKC').toLowerCase()
}

/** Normalises a tag: lower case, words joined by hyphens, no other punctuation. Empty when nothing remains. */
export function normalizeTag(tag: string): string {
  // Normalising can produce new capitals and punctuation, so a second pass is needed.
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

/** False for a text of only blanks, combining marks and format characters. */
export function hasVisibleText(text: string): boolean {
  return /[^\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)
}
