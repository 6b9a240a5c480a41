import { describe, expect, it } from 'vitest'
import { otherForms } from '../../../../../worker/domain/search/word-forms.ts'

describe('other forms of a word', () => {
  it.each([
    ['cats', 'cat'],
    ['foxes', 'fox'],
    ['horses', 'horse'],
    ['berries', 'berry'],
    ['potatoes', 'potato'],
    ['wolves', 'wolf'],
    ['knives', 'knife'],
    ['waves', 'wave'],
    ['mice', 'mouse'],
    ['people', 'person'],
    ['fishermen', 'fisherman'],
  ])('the plural %s has the singular %s', (plural, singular) => {
    expect(otherForms(plural)).toContain(singular)
  })

  it.each([
    ['poppy', 'poppies'],
    ['leaf', 'leaves'],
    ['knife', 'knives'],
    ['woman', 'women'],
    ['child', 'children'],
  ])('the singular %s has the plural %s, or begins it', (singular, plural) => {
    expect(plural.startsWith(singular) || otherForms(singular).includes(plural)).toBe(true)
  })

  it.each([
    ['running', 'run'],
    ['riding', 'ride'],
    ['sailing', 'sails'],
    ['spotted', 'spots'],
    ['striped', 'stripes'],
    ['smile', 'smiling'],
    ['dancing', 'dancers'],
  ])('the verb %s has the form %s', (verb, form) => {
    expect(otherForms(verb)).toContain(form)
  })

  it.each(['glass', 'bus', 'iris', 'king', 'string', 'red', 'bed', 'sea', 'Ölbild', '42', 'a'])(
    'the word %s has no other form',
    (word) => {
      expect(otherForms(word)).toEqual([])
    },
  )
})
