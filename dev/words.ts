/** First words of comments that describe a thing indirectly instead of naming it. */
const OPENINGS = /^(?:What|Who|Whose|Whom|How|Whether|So|Of|One's|One)\b/

/** Phrases of comments that have a standard term. */
const PHRASES = [
  'as many as one',
  'at hand',
  'hears of',
  'is gone to',
  'is let go',
  'is told',
  'keeps order',
  'lets go',
  'oneself',
  'takes in',
  'those of whom',
  'whoever',
]
const PHRASE = new RegExp(`\\b(?:${PHRASES.join('|')})\\b`, 'i')

/** Names that have a standard term in docs/glossary.md. */
const NAMES = [
  'Doors',
  'DueTimes',
  'EndedSessions',
  'Errands',
  'Gatherer',
  'keepOrder',
  'keepsOrder',
  'KeptBatches',
  'LateMessages',
  'LetGo',
  'OnAir',
  'OwnDesk',
  'QuickHands',
  'Redrawing',
  'Surroundings',
  'Telling',
  'Unbatched',
  'giveBack',
  'takeBack',
  'useSpoken',
]
const NAME = new RegExp(`\\b(?:${NAMES.join('|')})\\b`)

const COMMENT_START = /^\s*(?:\/\*\*?|\/\/|--)\s*(?<text>.*)$/
const COMMENT_LINE = /^\s*(?:\/\*|\*|\/\/|--)/

export type WordFault = { line: number; fault: string }

/** Lists problems of wording in a source file (TypeScript, CSS or SQL) that a program can find. */
export function findWordFaults(source: string): WordFault[] {
  const lines = source.split('\n')
  return lines.flatMap((text, index) => {
    const found = isComment(text) ? faultOfComment(text, lines[index - 1] ?? '') : NAME.exec(text)?.[0]
    return found ? [{ line: index + 1, fault: found }] : []
  })
}

const isComment = (line: string) => COMMENT_LINE.test(line)

function faultOfComment(line: string, before: string): string | undefined {
  const text = textOf(line)
  const begins = !isComment(before) || /^\s*\/\*\*?\s*$/.test(before)
  return (begins ? OPENINGS.exec(text)?.[0] : undefined) ?? PHRASE.exec(text)?.[0]
}

const textOf = (line: string) => (COMMENT_START.exec(line)?.groups?.text ?? line.replace(/^\s*\*\s?/, '')).trim()
