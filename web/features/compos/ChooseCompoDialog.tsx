import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { OpenCompo } from '../../../contract/http/compos.ts'
import { stateText } from '../../lib/messages/compo-state.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { openComposQuery } from './queries.ts'

type ChooseCompoDialogProps = {
  title: ReactNode
  submit: string
  hint: string
  /** The open compos that are offered; all by default. */
  offered?: (compos: readonly OpenCompo[]) => OpenCompo[]
  onChoose: (compo: OpenCompo) => Promise<void>
  failure: (error: unknown) => string
  onClose: () => void
}

/** Asks for a compo. */
export function ChooseCompoDialog({
  title,
  submit,
  hint,
  offered = (compos) => [...compos],
  onChoose,
  failure,
  onClose,
}: ChooseCompoDialogProps) {
  const { data, error, refetch } = useQuery(openComposQuery)
  const [chosen, setChosen] = useState<string>()
  const open = data ? offered(data) : []
  const choose = async () => {
    const compo = open.find(({ id }) => id === chosen) ?? open[0]
    if (compo) await onChoose(compo)
    return undefined
  }
  return (
    <FormDialog
      title={title}
      submit={submit}
      onSubmit={choose}
      failure={failure}
      canSubmit={open.length > 0}
      onClose={onClose}
    >
      {data && open.length === 0 && <p>{compoMessages.noneOpen}</p>}
      {open[0] && (
        <Select
          label="Compo"
          options={open.map((compo) => ({ value: compo.id, label: `${compo.title}, ${stateText(compo, Date.now())}` }))}
          value={chosen ?? open[0].id}
          onChange={setChosen}
        />
      )}
      {!data &&
        (error ? (
          <LoadFailure onRetry={() => void refetch()}>{messageOf(error)}</LoadFailure>
        ) : (
          <Spinner label="Loading" />
        ))}
      <FormHint>{hint}</FormHint>
    </FormDialog>
  )
}
