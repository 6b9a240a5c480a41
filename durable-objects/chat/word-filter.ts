// Marks above and below letters, and invisible characters, which would disguise a word.
const INVISIBLE = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Normalises a text for comparison: letters without case, width or marks. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(INVISIBLE, '').toLowerCase()
}

/** Finds one of these words in a message: as a whole word in any case and accent, or, for symbols, anywhere. */
export function containsWord(message: string, words: readonly string[]): boolean {
  if (words.length === 0) return false
  const text = folded(message)
  const spaced = ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return words.some((word) => {
    const symbols = folded(word).trim()
    const plain = symbols.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
    if (plain !== '') return spaced.includes(` ${plain} `)
    return symbols !== '' && text.includes(symbols)
  })
}
