import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { decodeBoardPng } from '../../../../contract/board/board-png.ts'
import { hashPixels } from '../../../../contract/board/hash.ts'
import { pixelsAfter } from '../../../support/unit/board.ts'
import { DRAWING } from '../../../support/unit/board-picture.ts'

const GOLDEN = join(import.meta.dirname, 'golden/board.png')

it('the board draws a fixed drawing exactly as in the golden picture', () => {
  expect(hashPixels(pixelsAfter(DRAWING))).toBe(hashPixels(decodeBoardPng(readFileSync(GOLDEN))))
})
