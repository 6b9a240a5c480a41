// Marks above and below letters, and signs that nobody sees, which would hide a word.
const UNSEEN = /[\p{M}\p{Cf}]/gu

/** A text as the filter compares it: letters without case, width or marks. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(UNSEEN, '').toLowerCase()
}

/** Whether a line holds one of these words, as whole words, whatever their case or accents. */
export function holdsWord(message: string, words: readonly string[]): boolean {
  if (words.length === 0) return false
  const said = ` ${folded(message).replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return words.some((word) => {
    const plain = folded(word)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    return plain !== '' && said.includes(` ${plain} `)
  })
}
