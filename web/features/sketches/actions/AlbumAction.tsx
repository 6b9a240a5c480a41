import { FolderPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ShownSketch } from '../../../../contract/http/sketch-page.ts'
import { useRequireLogin, useUser } from '../../../lib/session.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ActionButton } from './ActionButton.tsx'

const AlbumPicker = lazyPart(async () => ({ default: (await import('../../albums/AlbumPicker.tsx')).AlbumPicker }))

/** Artists put their sketch into their albums, others into their collections [1 §6]; what is unlisted is not collected. */
export function AlbumAction({ sketch }: { sketch: ShownSketch }) {
  const own = useUser()?.id === sketch.userId
  const forMembers = useRequireLogin()
  const [userId, setUserId] = useState<number>()
  if (sketch.unlisted && !own) return null
  return (
    <>
      <ActionButton
        icon={FolderPlus}
        name={own ? 'Add' : 'Collect'}
        detail={own ? 'to album' : 'sketch'}
        onClick={() => forMembers(({ id }) => setUserId(id))}
      />
      <Suspense>
        {userId !== undefined && (
          <AlbumPicker
            sketchId={sketch.id}
            userId={userId}
            mode={userId === sketch.userId ? 0 : 1}
            onClose={() => setUserId(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
