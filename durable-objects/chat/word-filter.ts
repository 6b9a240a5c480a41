// Marks above and below letters, and signs that nobody sees, which would hide a word.
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** A text as the filter compares it: letters without case, width or marks. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(UNSEEN, '').toLowerCase()
}

/** Whether a line holds one of these words, as whole words, whatever their case or accents; signs stand anywhere. */
export function holdsWord(message: string, words: readonly string[]): boolean {
  if (words.length === 0) return false
  const text = folded(message)
  const said = ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return words.some((word) => {
    const signs = folded(word).trim()
    const plain = signs.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
    if (plain !== '') return said.includes(` ${plain} `)
    return signs !== '' && text.includes(signs)
  })
}
