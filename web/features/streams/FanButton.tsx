import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/messages/codes.ts'
import { signInAddress, useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { show } from '../../ui/toast.ts'
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
      show(messageOf(error), { kind: 'error' })
    }
    setBusy(false)
  }
  return (
    <Button icon={UserPlus} pressed={isFanOf} busy={busy} onClick={() => void change()}>
      Fan
    </Button>
  )
}
