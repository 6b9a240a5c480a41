import { Plus } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Each, Idle, slot } from '../../ui/template.tsx'
import { FollowLabel } from '../tags/FollowTag.tsx'
import { FirstTiles } from './FirstTiles.tsx'
import { GalleryHead } from './GalleryHead.tsx'
import { SKETCH_SORTS } from './lists.ts'

/** First-paint markup of a tag's gallery, see `TagPage`. */
export function FirstTag() {
  return (
    <Page title={null}>
      <Idle>
        <GalleryHead title={slot('title')} layout="rows" onLayout={() => undefined}>
          <Each of="member">
            <Button icon={Plus} disabled>
              <FollowLabel tag={slot('title')} isFollowing={false} />
            </Button>
          </Each>
          <Segmented label="Order" options={SKETCH_SORTS} value={null} onChange={() => undefined} />
        </GalleryHead>
      </Idle>
      <FirstTiles list="sketches" label={slot('title')} />
    </Page>
  )
}
