import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { signInAddress, useUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useSetFan } from '../users/queries.ts'
import { streamQuery } from './queries.ts'

type FanButtonProps = { streamId: number; userId: number; isFanOf: boolean }

/** Becomes a fan of who streams, or stops being one. */
export function FanButton({ streamId, userId, isFanOf }: FanButtonProps) {
  const user = useUser()
  const client = useQueryClient()
  const setFan = useSetFan()
  if (user?.id === userId) return null
  if (!user) {
    return (
      <ButtonLink href={signInAddress()} icon={UserPlus}>
        Fan
      </ButtonLink>
    )
  }
  const change = () =>
    setFan.mutate(
      { user: userId, isFan: !isFanOf },
      { onSuccess: () => client.invalidateQueries(streamQuery(streamId)), onError: toastFailure },
    )
  return (
    <Button icon={UserPlus} pressed={isFanOf} busy={setFan.isPending} onClick={change}>
      Fan
    </Button>
  )
}
