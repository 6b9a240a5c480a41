import { useQueryClient } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ShownSketch } from '../../../contract/http/sketch.ts'
import { maySignedIn, sessionQuery, signInAddress, useUser } from '../../lib/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './SketchActions.module.css'

const AlbumPicker = lazy(async () => ({ default: (await import('../albums/AlbumPicker.tsx')).AlbumPicker }))

/** Artists put their sketch into their albums, others into their collections [1 §6]; what is unlisted is not collected. */
export function AlbumAction({ sketch }: { sketch: ShownSketch }) {
  const user = useUser()
  const client = useQueryClient()
  const [userId, setUserId] = useState<number>()
  const own = user?.id === sketch.userId
  const open = async () => {
    const member = user ?? (maySignedIn() && (await client.ensureQueryData(sessionQuery).catch(() => null))?.user)
    if (member) setUserId(member.id)
    else location.assign(signInAddress())
  }
  if (sketch.unlisted && !own) return null
  return (
    <>
      <button type="button" className={styles.action} onClick={() => void open()}>
        <Icon of={FolderPlus} />
        <b>{own ? 'Add' : 'Collect'}</b> <span>{own ? 'to album' : 'sketch'}</span>
      </button>
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
