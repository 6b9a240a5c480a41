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
  it('the whole picture is centred in the room, fills it in one direction and is not enlarged', () => {
    fc.assert(
      fc.property(world, ({ picture, room }) => {
        const { scale, x, y } = fitView(picture, room)
        expect([x, y]).toEqual([0, 0])
        expect(scale).toBeLessThanOrEqual(1)
        const used = Math.max((picture.width * scale) / room.width, (picture.height * scale) / room.height)
        expect(used).toBeLessThanOrEqual(1 + 1e-9)
        if (scale < 1) expect(used).toBeCloseTo(1)
      }),
    )
  })
})

describe('the first view', () => {
  it('a picture twice as high as wide opens fitted to the width, from its top', () => {
    fc.assert(
      fc.property(world, ({ picture, room }) => {
        fc.pre(picture.height >= 2 * picture.width)
        const view = firstView(picture, room)
        expect(view.scale).toBeCloseTo(Math.min(1, room.width / picture.width))
        const above = picture.height * view.scale - room.height
        expect(view.y).toBeCloseTo(Math.max(0, above / 2))
        expectFilled(view, { picture, room })
      }),
    )
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
  it('a view stays between the whole picture and the largest scale, without empty edges', () => {
    fc.assert(
      fc.property(world, anyView, (world, view) => {
        const kept = clampView(view, world.picture, world.room)
        expect(kept.scale).toBeGreaterThanOrEqual(fitView(world.picture, world.room).scale)
        expect(kept.scale).toBeLessThanOrEqual(largestScale(world.picture, world.room))
        expectFilled(kept, world)
        expect(clampView(kept, world.picture, world.room)).toEqual(kept)
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
  it('the size is an available one, grows with the scale and is limited by the picture', () => {
    fc.assert(
      fc.property(
        picture,
        fc.double({ min: 0.01, max: 4, noNaN: true }),
        fc.constantFrom(1, 1.5, 2, 3),
        (sides, scale, density) => {
          const shown = { imageUrl: '/image/x', ...sides }
          const needed = neededWidth(shown, scale, density)
          expect(isImageSize(needed)).toBe(true)
          expect(needed).toBeLessThanOrEqual(neededWidth(shown, 100, density))
          expect(neededWidth(shown, scale / 2, density)).toBeLessThanOrEqual(needed)
        },
      ),
    )
  })
})
