import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { CompoInfo } from '../../../contract/http/compos.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { groupQuery } from '../groups/queries.ts'
import { CompoDialog } from './CompoDialog.tsx'

/** Button with which staff, and owners and moderators of its group, edit a compo until its result. */
export function EditCompoButton({ compo }: { compo: CompoInfo }) {
  const mayEdit = useMayEdit(compo)
  const [isOpen, setOpen] = useState(false)
  if (!mayEdit || compo.result) return null
  return (
    <>
      <Button icon={Pencil} onClick={() => setOpen(true)}>
        Edit
      </Button>
      {isOpen && <CompoDialog compo={compo} onClose={() => setOpen(false)} />}
    </>
  )
}

/** True for staff, and for owners and moderators of the compo's group. */
export function useMayEdit({ group }: CompoInfo): boolean {
  const user = useUser()
  const isStaff = user?.gloperator === true
  const { data } = useQuery({ ...groupQuery(group?.id ?? ''), enabled: group !== null && !!user && !isStaff })
  return isStaff || data?.role === 'owner' || data?.role === 'moderator'
}
