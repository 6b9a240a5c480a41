import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { StaffMember } from '../../../contract/http/staff.ts'
import { REASON_MISSING, staffMessageOf, staffMessages } from '../../lib/messages/staff.ts'
import { toast } from '../../lib/toast.ts'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { profileIdOf } from './profile-link.ts'
import { staffMemberQuery, useMerge } from './queries.ts'
import { StaffReasonField } from './StaffReasonField.tsx'

type MergeDialogProps = { userId: number; nickname: string; onClose: () => void }

/** Merges an account into another: finds the other by its link first, then asks with both names. */
export function MergeDialog({ userId, nickname, onClose }: MergeDialogProps) {
  const [target, setTarget] = useState<StaffMember | null>(null)
  const client = useQueryClient()
  const merge = useMerge()
  const navigate = useNavigate()
  const send = async (formData: FormData) => {
    const id = profileIdOf(String(formData.get('target') ?? ''))
    if (id === null || id === userId) return { field: 'target', error: staffMessages.noProfileLink }
    if (target?.id !== id) {
      setTarget(await client.fetchQuery(staffMemberQuery(id)))
      return ''
    }
    const reason = String(formData.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: REASON_MISSING }
    await merge.mutateAsync({ userId, targetUserId: id, reason })
    toast(staffMessages.merging(nickname, target.nickname), { kind: 'done' })
    await navigate(`/user/${id}`)
    return undefined
  }
  return (
    <FormDialog
      title={`Merge ${nickname} into another account`}
      submit={target ? `Merge into ${target.nickname}` : 'Find account'}
      onSubmit={send}
      failure={staffMessageOf}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <FormHint>{staffMessages.mergeRules}</FormHint>
          <TextField
            label="Account to keep"
            name="target"
            hint="The link of its profile."
            error={errorOf('target')}
            onChange={() => setTarget(null)}
            autoComplete="off"
          />
          <p role="status">{target && staffMessages.mergeQuestion(nickname, target.nickname)}</p>
          {target && <StaffReasonField error={errorOf('reason')} />}
        </>
      )}
    </FormDialog>
  )
}
