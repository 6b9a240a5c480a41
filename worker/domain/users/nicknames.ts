import unhomoglyph from 'unhomoglyph'
import { PRODUCT_NAME } from '../../../contract/product.ts'

/** Nicknames with equal skeletons look alike: similar letters of all scripts are one (Unicode TS 39). */
export function nicknameSkeleton(nickname: string): string {
  const letters = nickname.normalize('NFKC').normalize('NFD')
  return unhomoglyph(letters).normalize('NFD').toLowerCase()
}

/** Words by which a member would pass for somebody who runs the site. */
const RESERVED_WORDS = [
  ...[PRODUCT_NAME, 'staff', 'admin', 'admins', 'administrator', 'moderator', 'moderators'],
  ...['gloperator', 'gloperators'],
]

const skeletonsInAnyCase = (word: string) => [word, word.toLowerCase(), word.toUpperCase()].map(nicknameSkeleton)
const RESERVED = new Set(RESERVED_WORDS.flatMap(skeletonsInAnyCase))

/** True for a nickname with a word, or a look-alike of one, that is kept for the people who run the site. */
export function isReservedNickname(nickname: string): boolean {
  return nickname.split(/[ ._'-]+/).some((word) => skeletonsInAnyCase(word).some((skeleton) => RESERVED.has(skeleton)))
}
