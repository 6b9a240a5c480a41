import { createElement } from 'react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { AlbumInfo, AlbumMode } from '../../../contract/http/albums.ts'
import { AlbumHead } from '../../../web/features/albums/AlbumHead.tsx'
import { AlbumPage } from '../../../web/features/albums/AlbumPage.tsx'
import { AlbumTile } from '../../../web/features/albums/AlbumTile.tsx'
import { albumInfoQuery, albumSketchesQuery } from '../../../web/features/albums/queries.ts'
import { CallError } from '../../../web/lib/call.ts'
import { albumFailure } from '../../../web/lib/messages/albums.ts'
import { onlyPage, renderMarkup } from '../../support/web/render.ts'
import { sampleAlbum, sampleAlbumSketch } from '../../support/web/samples.ts'

describe('the page of an album [1 §6]', () => {
  const headOf = (album: AlbumInfo) =>
    renderMarkup(createElement(AlbumHead, { album, arranging: false, onArrange: () => undefined }))

  it('only the owner can edit, arrange and delete an album', () => {
    for (const action of ['Edit', 'Arrange', 'Delete']) {
      expect(headOf(sampleAlbum({ canEdit: true, items: 2 }))).toContain(action)
      expect(headOf(sampleAlbum({ canEdit: false, items: 2 }))).not.toContain(action)
    }
  })

  it('an album without sketches has nothing to arrange', () => {
    expect(headOf(sampleAlbum({ items: 0 }))).not.toContain('Arrange')
  })

  it('an empty album leads its owner to the sketches that it can hold', () => {
    const pageOf = (mode: AlbumMode) => {
      const page = createElement(Route, { path: '/user/:userId/album/:albumId', element: createElement(AlbumPage) })
      return renderMarkup(createElement(Routes, null, page), {
        at: '/user/1/album/5',
        replies: [
          [albumInfoQuery({ userId: 1, albumId: 5 }).queryKey, sampleAlbum({ mode })],
          [albumSketchesQuery({ userId: 1, albumId: 5 }).queryKey, onlyPage([])],
        ],
      })
    }
    expect(pageOf(0)).toContain('href="/user/1">Your sketches')
    expect(pageOf(1)).toContain('href="/gallery/recent">Find sketches')
  })

  describe('a mature sketch that the viewer does not see', () => {
    const sketch = sampleAlbumSketch({ id: 9, title: '', alt: '', hidden: true })
    const box = { index: 0, left: 0, top: 0, width: 200, height: 200 }
    const markup = renderMarkup(createElement(AlbumTile, { sketch, box, search: '?in=album-1-5' }))

    it('a hidden sketch keeps its link', () => {
      expect(markup).toContain('href="/sketch/9?in=album-1-5"')
    })

    it('a hidden sketch is marked as mature in place of its picture', () => {
      expect(markup).toContain('Mature')
      expect(markup).not.toContain('<img')
    })
  })
})

describe('a failed change of an album [1 §8]', () => {
  it('a member who adds a sketch to an eleventh album reads the limit [1 §5]', () => {
    const limit = new CallError(409, 'album_limit', null)
    expect(albumFailure(limit, 'add', 0)).toBe('Sorry a sketch cannot be in more than 10 albums.')
  })

  it('a member who adds a sketch to a full album reads the limit', () => {
    const limit = new CallError(409, 'album_sketch_limit', null)
    expect(albumFailure(limit, 'add', 0)).toBe(
      'An album or collection can have 10,000 sketches. Remove one to add another.',
    )
  })

  it('the message for another failure names what failed', () => {
    const lost = new CallError(0, 'no_reply', null)
    expect(albumFailure(lost, 'remove', 0)).toBe('Sorry there was an error removing the sketch from the album')
    expect(albumFailure(lost, 'add', 1)).toBe('Sorry there was an error adding the sketch to the collection')
  })
})
