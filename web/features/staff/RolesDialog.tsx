import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ROLES, type Role, type StaffMember } from '../../../contract/http/staff.ts'
import { utcDateText } from '../../lib/format.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { REASON_MISSING, ROLE_NAMES, staffMessageOf, staffMessages } from '../../lib/messages/staff.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Select } from '../../ui/Select.tsx'
import { PageSpinner } from '../../ui/Spinner.tsx'
import { staffMemberQuery, useSetRoles } from './queries.ts'
import { roleChanges, TERMS, type Term } from './role-changes.ts'
import { StaffReasonField } from './StaffReasonField.tsx'

type RolesDialogProps = { userId: number; nickname: string; onClose: () => void }

/** Roles of a member, for admins. */
export function RolesDialog({ userId, nickname, onClose }: RolesDialogProps) {
  const { data, error } = useQuery(staffMemberQuery(userId))
  if (data) return <RolesForm member={data} onClose={onClose} />
  return (
    <Modal isOpen onClose={onClose} title={`Roles of ${nickname}`} actions={<Button onClick={onClose}>Close</Button>}>
      {error ? <p role="alert">{messageOf(error)}</p> : <PageSpinner />}
    </Modal>
  )
}

const HINTS: Partial<Record<Role, string>> = {
  g: 'Manages groups.',
  m: 'Moderates, edits profiles, bans, impersonates and merges.',
  a: 'All that a gloperator does, and grants roles.',
}
const TERM_OPTIONS = ([1, 3, 6, 12] as const).map((months) => ({ value: `${months}` as const, label: TERMS[months] }))

function RolesForm({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { nickname, flags, patronUntil } = member
  const [roles, setRoles] = useState<ReadonlySet<Role>>(new Set(ROLES.filter((role) => flags.includes(role))))
  const [term, setTerm] = useState<`${Term}` | null>(null)
  const save = useSetRoles(member.id)
  const toggle = (role: Role, checked: boolean) =>
    setRoles(new Set(ROLES.filter((known) => (known === role ? checked : roles.has(known)))))
  const send = async (formData: FormData) => {
    const reason = String(formData.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: REASON_MISSING }
    if (roles.has('p') && !flags.includes('p') && term === null) return staffMessages.termNeeded
    const months = term === null ? null : (Number(term) as Term)
    const changes = roleChanges(member, { roles, term: months, reason }, Date.now())
    if (changes.length === 0) return staffMessages.noChange
    await save.mutateAsync(changes)
    toast(staffMessages.rolesSaved(nickname), { kind: 'done' })
    return undefined
  }
  return (
    <FormDialog
      title={`Roles of ${nickname}`}
      submit="Change roles"
      onSubmit={send}
      failure={staffMessageOf}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {ROLES.map((role) => (
            <Checkbox
              key={role}
              hint={role === 'p' && patronUntil ? `Until ${utcDateText(patronUntil)}.` : HINTS[role]}
              checked={roles.has(role)}
              onChange={({ target }) => toggle(role, target.checked)}
            >
              {ROLE_NAMES[role]}
            </Checkbox>
          ))}
          {roles.has('p') && (
            <Select
              label="Patron from today for"
              options={TERM_OPTIONS}
              value={term}
              onChange={setTerm}
              placeholder={flags.includes('p') ? 'No change' : 'Choose'}
            />
          )}
          <StaffReasonField error={errorOf('reason')} />
        </>
      )}
    </FormDialog>
  )
}
