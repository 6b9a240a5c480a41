import { describe, expect, it } from 'vitest'
import { fileSizeText } from '../../../web/lib/format.ts'

const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB

describe('sizes of files', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [KB - 1, '1,023 bytes'],
    [KB, '1 KB'],
    [KB + 1, '2 KB'],
    [MB - KB, '1,023 KB'],
    [MB - KB + 1, '1.0 MB'],
    [MB, '1.0 MB'],
    [GB - MB, '1,023.0 MB'],
    [GB - 1, '1.0 GB'],
    [GB, '1.0 GB'],
    [2.5 * GB, '2.5 GB'],
  ])('[2 §9] %i bytes are shown as %s', (bytes, text) => {
    expect(fileSizeText(bytes)).toBe(text)
  })
})
