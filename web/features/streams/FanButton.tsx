import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { signInAddress, useUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { setFan } from '../users/queries.ts'
import { streamQuery } from './queries.ts'

type FanButtonProps = { streamId: number; userId: number; isFanOf: boolean }

/** Becomes a fan of who streams, or stops being one. */
export function FanButton({ streamId, userId, isFanOf }: FanButtonProps) {
  const user = useUser()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  if (user?.id === userId) return null
  if (!user) {
    return (
      <ButtonLink href={signInAddress()} icon={UserPlus}>
        Fan
      </ButtonLink>
    )
  }
  const change = async () => {
    setBusy(true)
    try {
      await setFan(client, userId, !isFanOf)
      await client.invalidateQueries(streamQuery(streamId))
    } catch (error) {
      toastFailure(error)
    }
    setBusy(false)
  }
  return (
    <Button icon={UserPlus} pressed={isFanOf} busy={busy} onClick={() => void change()}>
      Fan
    </Button>
  )
}
