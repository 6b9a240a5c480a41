import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isImageSize } from '../../../contract/image-sizes.ts'
import { neededWidth } from '../../../web/features/sketches/FullView.tsx'
import {
  type AreaPoint,
  clampView,
  firstView,
  fitView,
  largestScale,
  moveBy,
  type PictureView,
  type Size,
  zoomAt,
} from '../../../web/features/sketches/picture-view.ts'

const picture = fc.record({ width: fc.integer({ min: 1, max: 4000 }), height: fc.integer({ min: 1, max: 4000 }) })
const room = fc.record({ width: fc.integer({ min: 280, max: 3000 }), height: fc.integer({ min: 200, max: 2000 }) })
const place = fc.record({ x: fc.integer({ min: -1500, max: 1500 }), y: fc.integer({ min: -1000, max: 1000 }) })
const anyView = fc.record({
  scale: fc.double({ min: 0.001, max: 20, noNaN: true }),
  x: fc.double({ min: -9000, max: 9000, noNaN: true }),
  y: fc.double({ min: -9000, max: 9000, noNaN: true }),
})
const factor = fc.double({ min: 0.2, max: 5, noNaN: true })
const world = fc.record({ picture, room })

/** The point of the picture under a place on the screen, in pixels of the picture from its centre. */
const under = (view: PictureView, at: AreaPoint): AreaPoint => ({
  x: (at.x - view.x) / view.scale,
  y: (at.y - view.y) / view.scale,
})

function expectFilled(view: PictureView, { picture, room }: { picture: Size; room: Size }): void {
  for (const [side, at] of [
    ['width', view.x],
    ['height', view.y],
  ] as const) {
    const over = picture[side] * view.scale - room[side]
    if (over <= 0) expect(Math.abs(at)).toBe(0)
    else expect(Math.abs(at)).toBeLessThanOrEqual(over / 2 + 1e-6)
  }
}

describe('the whole picture', () => {
  /** Any whole picture, and the part of the room that it fills in its longer direction. */
  const fitted = world.map(({ picture, room }) => {
    const view = fitView(picture, room)
    const filled = Math.max((picture.width * view.scale) / room.width, (picture.height * view.scale) / room.height)
    return { ...view, filled }
  })

  it('the whole picture is centred in the room', () => {
    fc.assert(
      fc.property(fitted, ({ x, y }) => {
        expect([x, y]).toEqual([0, 0])
      }),
    )
  })

  it('the whole picture is not enlarged', () => {
    fc.assert(
      fc.property(fitted, ({ scale }) => {
        expect(scale).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('the whole picture is within the room', () => {
    fc.assert(
      fc.property(fitted, ({ filled }) => {
        expect(filled).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })

  it('a picture larger than the room fills it in one direction', () => {
    fc.assert(
      fc.property(fitted, ({ scale, filled }) => {
        fc.pre(scale < 1)
        expect(filled).toBeCloseTo(1)
      }),
    )
  })
})

describe('the first view', () => {
  describe('a picture at least twice as high as wide', () => {
    const upright = world
      .filter(({ picture }) => picture.height >= 2 * picture.width)
      .map((world) => ({ ...world, view: firstView(world.picture, world.room) }))

    it('a high picture opens fitted to the width', () => {
      fc.assert(
        fc.property(upright, ({ picture, room, view }) => {
          expect(view.scale).toBeCloseTo(Math.min(1, room.width / picture.width))
        }),
      )
    })

    it('a high picture opens at its top', () => {
      fc.assert(
        fc.property(upright, ({ picture, room, view }) => {
          expect(view.y).toBeCloseTo(Math.max(0, (picture.height * view.scale - room.height) / 2))
        }),
      )
    })

    it('a high picture opens without empty edges', () => {
      fc.assert(
        fc.property(upright, ({ picture, room, view }) => {
          expectFilled(view, { picture, room })
        }),
      )
    })
  })

  it('other pictures open whole', () => {
    fc.assert(
      fc.property(world, ({ picture, room }) => {
        fc.pre(picture.height < 2 * picture.width)
        expect(firstView(picture, room)).toEqual(fitView(picture, room))
      }),
    )
  })
})

describe('limits of a view', () => {
  const limited = fc
    .tuple(world, anyView)
    .map(([world, view]) => ({ ...world, view: clampView(view, world.picture, world.room) }))

  it('the scale is between that of the whole picture and the largest', () => {
    fc.assert(
      fc.property(limited, ({ picture, room, view }) => {
        expect(view.scale).toBeGreaterThanOrEqual(fitView(picture, room).scale)
        expect(view.scale).toBeLessThanOrEqual(largestScale(picture, room))
      }),
    )
  })

  it('a limited view has no empty edges', () => {
    fc.assert(
      fc.property(limited, ({ picture, room, view }) => {
        expectFilled(view, { picture, room })
      }),
    )
  })

  it('limiting a view again changes nothing', () => {
    fc.assert(
      fc.property(limited, ({ picture, room, view }) => {
        expect(clampView(view, picture, room)).toEqual(view)
      }),
    )
  })

  it('a view of the whole picture cannot be dragged', () => {
    fc.assert(
      fc.property(world, place, ({ picture, room }, by) => {
        const whole = fitView(picture, room)
        const moved = moveBy(whole, by, picture, room)
        expect(Math.abs(moved.x) + Math.abs(moved.y)).toBeLessThan(1e-6)
      }),
    )
  })
})

describe('zooming', () => {
  it('zooming keeps the point under the pointer as long as no edge is reached', () => {
    fc.assert(
      fc.property(world, factor, place, ({ picture, room }, factor, at) => {
        const view = fitView(picture, room)
        const closer = zoomAt(view, factor, at, picture, room)
        const free = {
          scale: closer.scale,
          x: at.x - (at.x - view.x) * (closer.scale / view.scale),
          y: at.y - (at.y - view.y) * (closer.scale / view.scale),
        }
        fc.pre(clampView(free, picture, room).x === free.x && clampView(free, picture, room).y === free.y)
        const [before, after] = [under(view, at), under(closer, at)]
        expect(after.x).toBeCloseTo(before.x, 3)
        expect(after.y).toBeCloseTo(before.y, 3)
      }),
    )
  })

  it('zooming in and out about the centre restores the whole picture', () => {
    fc.assert(
      fc.property(world, fc.double({ min: 1, max: 5, noNaN: true }), ({ picture, room }, factor) => {
        const whole = fitView(picture, room)
        const back = zoomAt(
          zoomAt(whole, factor, { x: 0, y: 0 }, picture, room),
          1 / factor / 1.001,
          { x: 0, y: 0 },
          picture,
          room,
        )
        expect(back.scale).toBeCloseTo(whole.scale, 6)
        expect([Math.abs(back.x) < 1e-6, Math.abs(back.y) < 1e-6]).toEqual([true, true])
      }),
    )
  })

  it('zooming and dragging never leave the limits', () => {
    const step = fc.oneof(
      fc.record({ factor, at: place }).map((zoom) => ({ ...zoom, do: 'zoom' as const })),
      place.map((by) => ({ by, do: 'move' as const })),
    )
    fc.assert(
      fc.property(world, fc.array(step, { maxLength: 20 }), (world, steps) => {
        const { picture, room } = world
        let view = fitView(picture, room)
        for (const step of steps) {
          view =
            step.do === 'zoom'
              ? zoomAt(view, step.factor, step.at, picture, room)
              : moveBy(view, step.by, picture, room)
          expectFilled(view, world)
          expect(view.scale).toBeLessThanOrEqual(largestScale(picture, room) + 1e-9)
        }
      }),
    )
  })
})

describe('the requested size of the picture', () => {
  const request = fc
    .tuple(picture, fc.double({ min: 0.01, max: 4, noNaN: true }), fc.constantFrom(1, 1.5, 2, 3))
    .map(([sides, scale, density]) => {
      const widthAt = (scale: number) => neededWidth({ imageUrl: '/image/x', ...sides }, scale, density)
      return { scale, widthAt }
    })

  it('the requested size is an available one', () => {
    fc.assert(
      fc.property(request, ({ scale, widthAt }) => {
        expect(isImageSize(widthAt(scale))).toBe(true)
      }),
    )
  })

  it('the requested size does not shrink when the scale grows', () => {
    fc.assert(
      fc.property(request, ({ scale, widthAt }) => {
        expect(widthAt(scale / 2)).toBeLessThanOrEqual(widthAt(scale))
      }),
    )
  })

  it('the requested size is limited by the picture', () => {
    fc.assert(
      fc.property(request, ({ scale, widthAt }) => {
        expect(widthAt(scale)).toBeLessThanOrEqual(widthAt(100))
      }),
    )
  })
})
