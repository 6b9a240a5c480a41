import { type Point, pointsOf } from '../geometry.ts'

export const CAT_COATS = [
  { name: 'black', base: '#22211f', mark: '#33312e', kind: 'plain', eye: '#d9a63a' },
  { name: 'ginger', base: '#cf8a4a', mark: '#a85f2b', kind: 'tabby', eye: '#7d8a4a' },
  { name: 'grey', base: '#8d9299', mark: '#666c75', kind: 'tabby', eye: '#c9a545' },
  { name: 'white', base: '#efeae0', mark: '#d8d0c2', kind: 'plain', eye: '#6f93a6' },
  { name: 'tuxedo', base: '#2a2a2c', mark: '#f0ebe0', kind: 'bib', eye: '#9aa04e' },
  { name: 'calico', base: '#ede5d6', mark: '#c47f43', kind: 'patch', eye: '#a88c3a' },
  { name: 'brown tabby', base: '#a08562', mark: '#5e4833', kind: 'tabby', eye: '#8a9a4a' },
] as const

export type Coat = (typeof CAT_COATS)[number]

export type Pose = {
  name: string
  body: Point[]
  head: Point
  turn: number
  tail: Point[]
  legs: Point[][]
  face: 'front' | 'back' | 'asleep'
  extra?: Point[]
}

/** The seat at 0 0, a sitting cat about 1.2 tall. */
export const CAT_POSES: readonly Pose[] = [
  {
    name: 'sitting',
    body: pointsOf('-0.4 0 -0.46 -0.2 -0.36 -0.52 -0.2 -0.8 0.2 -0.8 0.36 -0.52 0.46 -0.2 0.4 0'),
    head: [0, -0.94],
    turn: 0,
    tail: pointsOf('0.36 -0.06 0.66 0 0.8 -0.16 0.76 -0.4'),
    legs: [
      pointsOf('-0.11 -0.5 -0.13 -0.2 -0.12 0'),
      pointsOf('0.11 -0.5 0.13 -0.2 0.12 0'),
      pointsOf('-0.42 -0.02 -0.3 -0.26 -0.2 -0.1 -0.2 0'),
      pointsOf('0.42 -0.02 0.3 -0.26 0.2 -0.1 0.2 0'),
    ],
    face: 'front',
  },
  {
    name: 'sitting with its back to us',
    body: pointsOf('-0.44 0 -0.52 -0.22 -0.4 -0.56 -0.2 -0.84 0.2 -0.84 0.4 -0.56 0.52 -0.22 0.44 0'),
    head: [0.02, -0.96],
    turn: 0.1,
    tail: pointsOf('0.34 -0.08 0.7 0.06 0.86 0.3 0.72 0.46'),
    legs: [pointsOf('0 -0.78 0.02 -0.5 0 -0.2')],
    face: 'back',
  },
  {
    name: 'loafing',
    body: pointsOf('-0.66 0 -0.72 -0.2 -0.56 -0.46 -0.1 -0.54 0.4 -0.5 0.66 -0.3 0.7 -0.08 0.62 0'),
    head: [-0.5, -0.5],
    turn: 0,
    tail: pointsOf('0.62 -0.06 0.76 0 0.6 0.06 0.2 0.04'),
    legs: [pointsOf('-0.46 -0.06 -0.3 -0.12 -0.18 -0.02'), pointsOf('0.58 -0.3 0.4 -0.24 0.34 -0.02')],
    face: 'front',
  },
  {
    name: 'asleep',
    body: pointsOf('-0.7 -0.08 -0.68 -0.34 -0.36 -0.54 0.1 -0.58 0.52 -0.46 0.72 -0.2 0.58 0.02 0.1 0.08 -0.46 0.06'),
    head: [-0.4, -0.16],
    turn: -0.5,
    tail: pointsOf('0.66 -0.1 0.5 0.1 0.1 0.12 -0.2 0.04'),
    legs: [pointsOf('0.6 -0.3 0.3 -0.36 0.14 -0.12 0.2 0.02'), pointsOf('-0.14 -0.06 0 -0.1 0.08 0')],
    face: 'asleep',
  },
  {
    name: 'walking',
    body: pointsOf(
      '-0.62 -0.74 -0.3 -0.72 0.2 -0.74 0.58 -0.76 0.72 -0.56 0.7 -0.06 0.56 -0.06 0.54 -0.4 0.36 -0.38 0.42 -0.04 0.28 -0.04 0.2 -0.4 -0.3 -0.38 -0.36 -0.02 -0.5 -0.02 -0.48 -0.4 -0.62 -0.42 -0.76 -0.08 -0.9 -0.1 -0.76 -0.5',
    ),
    head: [-0.78, -0.86],
    turn: -0.06,
    tail: pointsOf('0.66 -0.7 0.86 -0.86 0.9 -1.14 0.8 -1.34'),
    legs: [],
    face: 'front',
  },
  {
    name: 'stretching',
    body: pointsOf(
      '-0.94 -0.02 -0.96 -0.14 -0.6 -0.2 -0.2 -0.44 0.2 -0.7 0.52 -0.78 0.72 -0.6 0.7 -0.04 0.54 -0.04 0.5 -0.34 0.3 -0.34 -0.06 -0.14 -0.4 -0.02',
    ),
    head: [-0.62, -0.3],
    turn: 0.16,
    tail: pointsOf('0.66 -0.7 0.84 -0.92 0.8 -1.16 0.92 -1.3'),
    legs: [pointsOf('-0.66 -0.04 -0.44 -0.1 -0.3 -0.2')],
    face: 'asleep',
  },
]
