import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Profile } from '../../../contract/http/users.ts'
import { peopleMessages } from '../../lib/messages/people.ts'
import { toastFailure } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorScreen } from '../../ui/ErrorScreen.tsx'
import { setBlocked } from './queries.ts'

/** In place of a member whom one blocked: that one did, and the way back. */
export function BlockedNotice({ profile }: { profile: Extract<Profile, { hidden: true }> }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const unblock = async () => {
    setBusy(true)
    await setBlocked(client, profile.id, false).catch((error) => toastFailure(error))
    setBusy(false)
  }
  return (
    <ErrorScreen
      title={profile.nickname}
      action={
        <Button busy={busy} onClick={() => void unblock()}>
          Unblock
        </Button>
      }
    >
      {peopleMessages.blocked}
    </ErrorScreen>
  )
}
