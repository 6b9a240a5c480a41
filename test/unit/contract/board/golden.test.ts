import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hashOf } from '../../../../contract/board/hash.ts'
import { pixelsOf } from '../../../../contract/board/picture.ts'
import { drawn } from '../../../support/unit/board.ts'
import { DRAWING } from '../../../support/unit/board-picture.ts'

const GOLDEN = join(import.meta.dirname, 'golden/board.png')

it('the board draws a fixed drawing exactly as in the golden picture', () => {
  expect(hashOf(drawn(DRAWING))).toBe(hashOf(pixelsOf(readFileSync(GOLDEN))))
})
