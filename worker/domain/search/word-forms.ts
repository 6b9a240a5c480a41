/** Plurals that the rules below do not find, with their singulars. */
const IRREGULAR: readonly (readonly [singular: string, plural: string])[] = [
  ['child', 'children'],
  ['cactus', 'cacti'],
  ['die', 'dice'],
  ['foot', 'feet'],
  ['fungus', 'fungi'],
  ['goose', 'geese'],
  ['louse', 'lice'],
  ['man', 'men'],
  ['mouse', 'mice'],
  ['octopus', 'octopi'],
  ['person', 'people'],
  ['tooth', 'teeth'],
  ['woman', 'women'],
]

/** Endings with their replacements. Every matching rule is applied, because only a dictionary knows the right one. */
const RULES: readonly (readonly [ending: RegExp, replacements: readonly string[]])[] = [
  // Plural to singular.
  [/(?<=..)ies$/, ['y', 'ie']],
  [/(?<=..)ves$/, ['f', 'fe', 've']],
  [/(?<=s|x|z|ch|sh|o)es$/, ['', 'e']],
  [/(?<=.[^suio])s$/, ['']],
  [/men$/, ['man']],
  // Singular to plural. Plurals that begin with the singular are found by their beginning.
  [/(?<=.[^aeiou])y$/, ['ies']],
  [/(?<=..)fe?$/, ['ves']],
  [/man$/, ['men']],
  // Forms of verbs.
  [/(?<=[aeiouy].*([^aeioulsz]))\1(?:ing|ed)$/, ['', 's']],
  [/(?<=[aeiouy].*[^aeiou])(?<!\1([^aeioulsz]))(?:ing|ed)$/, ['', 's', 'e', 'es', 'er', 'ers']],
  [/(?<=[aeiouy].*[^aeiou])e$/, ['ing']],
]

/**
 * Other forms of an English word: its singular or plural, and forms of a verb. Leaves out forms that begin with the
 * word, and may contain forms that do not exist. A word in other letters than Latin ones has none.
 */
export function otherForms(word: string): string[] {
  const text = word.toLowerCase()
  if (!/^[a-z]{3,}$/.test(text)) return []
  const irregular = IRREGULAR.flatMap(([one, many]) => (text === one ? [many] : text === many ? [one] : []))
  const regular = RULES.flatMap(([ending, replacements]) =>
    ending.test(text) ? replacements.map((replacement) => text.replace(ending, replacement)) : [],
  )
  return [...new Set([...irregular, ...regular])].filter((form) => form.length > 1 && !form.startsWith(text))
}
