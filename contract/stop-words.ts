import type { SearchTerm } from './search-grammar.ts'

const STOP_WORDS = new Set(
  `a an and are as at be by for from has have her his in into is it its like me my of off on onto or our over some that
  the their them there these this those to under up upon was were with your`.split(/\s+/),
)

/** Leaves out words such as “the”, which say nothing about a picture. Keeps them all if nothing else is wanted. */
export function significantTerms(terms: readonly SearchTerm[]): SearchTerm[] {
  const significant = terms.filter((term) => !isStopWord(term))
  return significant.some((term) => !('not' in term && term.not)) ? significant : [...terms]
}

function isStopWord(term: SearchTerm): boolean {
  return term.kind === 'word' && !term.phrase && !term.not && STOP_WORDS.has(term.text.toLowerCase())
}
