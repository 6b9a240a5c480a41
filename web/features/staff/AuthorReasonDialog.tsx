import { type ReactNode, useState } from 'react'
import type { RuleAndReason } from '../../../contract/http/rules.ts'
import type { Rule } from '../../../contract/rules.ts'
import { CallError } from '../../lib/call.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { ruleMessages } from '../../lib/messages/rules.ts'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { AuthorReasonFields } from './AuthorReasonFields.tsx'

type AuthorReasonDialogProps = {
  title: ReactNode
  submit?: string
  /** The nickname of the member who made the thing. */
  author: string
  /** Carries out the act, of which the author reads rule and reason. */
  onReason: (why: RuleAndReason) => Promise<unknown>
  failure: (error: unknown) => string
  onClose: () => void
  children: ReactNode
}

/** Asks staff why they act on a thing of another member, who reads it and can appeal. */
export function AuthorReasonDialog(props: AuthorReasonDialogProps) {
  const { title, submit = 'Delete', author, onReason, failure, onClose, children } = props
  const [rule, setRule] = useState<Rule | null>(null)
  const send = async (form: FormData) => {
    if (rule === null) return { field: 'rule', error: ruleMessages.missing }
    await onReason({ rule, reason: String(form.get('reason') ?? '').trim() })
    return undefined
  }
  const failureOf = (error: unknown) => {
    if (!(error instanceof CallError)) return failure(error)
    if (error.code === 'claimed') return ruleMessages.claimed
    return error.code.endsWith('_limit') ? messageOf(error) : failure(error)
  }
  return (
    <FormDialog title={title} submit={submit} onSubmit={send} failure={failureOf} onClose={onClose}>
      {(errorOf) => (
        <>
          <FormHint>{children}</FormHint>
          <AuthorReasonFields author={author} rule={rule} onRule={setRule} error={errorOf('rule')} />
        </>
      )}
    </FormDialog>
  )
}
