import { Each, slot } from '../../ui/template.tsx'

/**
 * First-paint markup of justified rows: the tiles of `list`, placed by start.ts. In a `strip`, only the tiles that fill
 * its rows are shown.
 */
export function FirstTiles({ list, label, strip }: { list: string; label: string; strip?: boolean }) {
  return (
    <ul className="firstRows" aria-label={label} data-first-rows={strip ? 'strip' : ''}>
      <Each of={list}>
        <li className="firstTile">
          <a href={slot('href')}>
            <img
              src={slot('src')}
              srcSet={slot('srcSet')}
              sizes={slot('sizes')}
              alt={slot('alt')}
              fetchPriority={slot('priority') as 'high'}
              loading={slot('loading') as 'lazy'}
              className="firstPicture"
              width={slot('width')}
              height={slot('height')}
            />
          </a>
        </li>
      </Each>
    </ul>
  )
}
