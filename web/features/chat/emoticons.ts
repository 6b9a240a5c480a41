import {
  Brush,
  Cat,
  Coffee,
  createLucideIcon,
  Frown,
  Heart,
  Laugh,
  type LucideIcon,
  Meh,
  Moon,
  Palette,
  PartyPopper,
  Pencil,
  Smile,
  Sun,
} from 'lucide-react'
import type { EmoticonName } from './emoticon-codes.ts'

const FACE = ['circle', { cx: 12, cy: 12, r: 10, key: 'face' }] as const
const EYE = ['path', { d: 'M15 9h.01', key: 'eye' }] as const
const EYES = ['path', { d: 'M9 9h.01M15 9h.01', key: 'eyes' }] as const

// The icon set has no such faces; these are drawn as its others are.
const Wink = createLucideIcon('wink', [
  [...FACE],
  [...EYE],
  ['path', { d: 'M7.5 9h3M8 14s1.5 2 4 2 4-2 4-2', key: 'rest' }],
])
const Tongue = createLucideIcon('tongue', [
  [...FACE],
  [...EYES],
  ['path', { d: 'M8 14h8M11 14v2.5a2 2 0 0 0 4 0V14', key: 'rest' }],
])
const Surprise = createLucideIcon('surprise', [
  [...FACE],
  [...EYES],
  ['circle', { cx: 12, cy: 15.5, r: 2, key: 'mouth' }],
])

/** The pictures of emoticons. */
export const emoticonIcons: Record<EmoticonName, LucideIcon> = {
  ...{ smile: Smile, grin: Laugh, wink: Wink, tongue: Tongue, surprise: Surprise, frown: Frown, shrug: Meh },
  ...{ heart: Heart, pencil: Pencil, brush: Brush, palette: Palette, coffee: Coffee, cat: Cat, sun: Sun },
  ...{ moon: Moon, party: PartyPopper },
}
