import { describe, expect, it } from 'vitest'
import { pressedKeys } from '../../../web/lib/shortcuts.ts'

type Modifier = 'Alt' | 'AltGraph' | 'Control' | 'Meta' | 'Shift'

function press(key: string, code: string, ...held: Modifier[]): readonly string[] {
  const isHeld = (name: string) => held.some((modifier) => modifier === name)
  return pressedKeys({
    key,
    code,
    altKey: isHeld('Alt'),
    ctrlKey: isHeld('Control'),
    metaKey: isHeld('Meta'),
    shiftKey: isHeld('Shift'),
    getModifierState: isHeld,
  })
}

describe('shortcut keys on keyboards of other languages', () => {
  it.each<[string, string, string, string, Modifier[]]>([
    ['German', '[', '[', 'Digit8', ['AltGraph']],
    ['German', ']', ']', 'Digit9', ['Control', 'Alt', 'AltGraph']],
    ['German', ']', ']', 'Digit9', ['Control', 'Alt']],
    ['German', '+', '+', 'BracketRight', []],
    ['German', '-', '-', 'Slash', []],
    ['German', '=', '=', 'Digit0', ['Shift']],
    ['German', '/', '/', 'Digit7', ['Shift']],
    ['German Mac', '[', '[', 'Digit5', ['Alt']],
    ['French', '[', '[', 'Digit5', ['AltGraph']],
    ['French', ']', ']', 'Minus', ['AltGraph']],
    ['French', '+', '+', 'Equal', ['Shift']],
    ['French', '-', '-', 'Digit6', []],
    ['French', '0', '0', 'Digit0', ['Shift']],
    ['French', '.', '.', 'Comma', ['Shift']],
    ['French Mac', '[', '[', 'Digit5', ['Alt', 'Shift']],
    ['Swedish', '[', '[', 'Digit8', ['Control', 'Alt']],
    ['Swedish', '+', '+', 'Minus', []],
    ['Swedish', '-', '-', 'Slash', []],
    ['Swedish', '0', '0', 'Digit0', []],
    ['Swedish Mac', ']', ']', 'Digit9', ['Alt']],
  ])('on a %s keyboard the typed character %s is a shortcut key', (_layout, wanted, key, code, held) => {
    expect(press(key, code, ...held)[0]).toBe(wanted)
  })

  it.each([
    ['German', 'ü', 'BracketLeft', '['],
    ['German', 'ß', 'Minus', '-'],
    ['German', 'Dead', 'Equal', '+'],
    ['French', 'Dead', 'BracketLeft', '['],
    ['French', '$', 'BracketRight', ']'],
    ['French', ')', 'Minus', '-'],
    ['French', 'à', 'Digit0', '0'],
    ['French', '&', 'Digit1', '1'],
    ['Swedish', 'å', 'BracketLeft', '['],
    ['Swedish', 'Dead', 'BracketRight', ']'],
    ['Swedish', 'Dead', 'Equal', '+'],
  ])('on a %s keyboard %s of the key %s is a shortcut key by its place', (_layout, key, code, wanted) => {
    expect(press(key, code).at(-1)).toBe(wanted)
  })

  it('a typed character comes before the character of its place', () => {
    expect(press('+', 'BracketRight')).toEqual(['+', ']'])
  })

  it('a press on a US keyboard means one key', () => {
    expect([press('[', 'BracketLeft'), press('0', 'Digit0'), press('G', 'KeyG')]).toEqual([['['], ['0'], ['g']])
  })

  it.each<[string, string, string, Modifier[]]>([
    ['Ctrl and -', '-', 'Minus', ['Control']],
    ['Ctrl and 0', '0', 'Digit0', ['Control']],
    ['Command and [', '[', 'BracketLeft', ['Meta']],
    ['Option and Command and [', '[', 'Digit5', ['Alt', 'Meta']],
    ['Alt and [', '[', 'BracketLeft', ['Alt']],
    ['Ctrl and Alt and 0', '0', 'Digit0', ['Control', 'Alt']],
    ['AltGr and another character', '}', 'Digit0', ['Control', 'Alt', 'AltGraph']],
    ['AltGr and a letter', 'p', 'KeyP', ['AltGraph']],
    ['Shift and a letter', 'P', 'KeyP', ['Shift']],
    ['Shift and an arrow', 'ArrowLeft', 'ArrowLeft', ['Shift']],
    ['Shift and Space', ' ', 'Space', ['Shift']],
  ])('%s are no shortcut', (_chord, key, code, held) => {
    expect(press(key, code, ...held)).toEqual([])
  })
})
