import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SketchVersion } from '../../../contract/http/versions.ts'
import { containPicture } from '../../../contract/image-sizes.ts'
import { dateText } from '../../lib/format.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { isFocusLost } from '../../ui/focus.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Flow } from '../../ui/layout.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Files.module.css'
import { useChangeVersion, versionsQuery } from './queries.ts'

/** Largest box of a picture, see Files.module.css. */
const BOX_MAX = { width: 330, height: 240 }

/** Earlier pictures of a sketch, each with buttons to restore and delete it. */
export function Versions({
  sketchId,
  canRestore,
  onRestored,
}: {
  sketchId: number
  canRestore: boolean
  onRestored: () => void
}) {
  const { data, error, refetch } = useQuery({ ...versionsQuery(sketchId), staleTime: 0 })
  const area = useRef<HTMLDivElement>(null)
  // The row with the pressed button is gone. A dialog returns the focus one frame after it has closed.
  const keepFocus = () =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => isFocusLost() && area.current?.focus({ preventScroll: true })),
    )
  if (error) {
    return <LoadFailure onRetry={() => void refetch()}>{messageOf(error)}</LoadFailure>
  }
  if (!data) return <Skeleton width={240} ratio={1} />
  return (
    <section ref={area} tabIndex={-1} aria-label="Earlier pictures">
      {data.items.length === 0 ? (
        <p className={styles.hint}>No earlier pictures.</p>
      ) : (
        <ul className={styles.versions}>
          {data.items.map((version) => (
            <Version
              key={version.id}
              sketchId={sketchId}
              version={version}
              canRestore={canRestore}
              onRestored={() => {
                onRestored()
                keepFocus()
              }}
              onRemoved={keepFocus}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function Version({
  sketchId,
  version,
  canRestore,
  onRestored,
  onRemoved,
}: {
  sketchId: number
  version: SketchVersion
  canRestore: boolean
  onRestored: () => void
  onRemoved: () => void
}) {
  const change = useChangeVersion(sketchId)
  const [isConfirming, setConfirming] = useState(false)
  const restore = () =>
    // Callbacks of `mutate` are skipped when the row unmounts first.
    change.mutateAsync({ versionId: version.id, action: 'restore' }).then(() => {
      onRestored()
      toast('Picture restored')
    }, toastFailure)
  const remove = async () => {
    await change.mutateAsync({ versionId: version.id, action: 'remove' })
    onRemoved()
    toast('Picture deleted')
  }
  return (
    <li className={styles.version}>
      <img
        {...containPicture(version, BOX_MAX)}
        width={version.width}
        height={version.height}
        alt={`Shown until ${dateText(version.dateReplaced)}`}
      />
      <p className={styles.hint}>
        Replaced <RelativeTime time={version.dateReplaced} />
      </p>
      <Flow>
        {canRestore && (
          <Button busy={change.isPending} onClick={() => void restore()}>
            Restore
          </Button>
        )}
        <Button onClick={() => setConfirming(true)}>Delete</Button>
      </Flow>
      {isConfirming && (
        <ConfirmDialog
          isOpen
          danger
          onClose={() => setConfirming(false)}
          title="Delete this picture?"
          confirmLabel="Delete"
          onConfirm={remove}
          messageOf={messageOf}
        >
          It can’t be restored.
        </ConfirmDialog>
      )}
    </li>
  )
}
