import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stateText } from '../../lib/messages/compo-state.ts'
import { compoMessages } from '../../lib/messages/compos.ts'
import { entryFailure } from '../../lib/messages/entries.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { toast } from '../../lib/toast.ts'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { composQuery, openCompos, useEnterCompo } from './queries.ts'

type EnterOpenCompoDialogProps = { sketch: { id: number; title: string }; onClose: () => void }

/** Enters a sketch in one of the open compos [1 §5]. */
export function EnterOpenCompoDialog({ sketch, onClose }: EnterOpenCompoDialogProps) {
  const enterCompo = useEnterCompo()
  const { data, error } = useInfiniteQuery(composQuery)
  const [chosen, setChosen] = useState<string>()
  const open = openCompos(itemsOf(data))
  const enter = async () => {
    const compo = open.find(({ id }) => id === chosen) ?? open[0]
    if (!compo) return compoMessages.noneOpen
    await enterCompo.mutateAsync({ compoKey: compo.id, sketchId: sketch.id })
    toast(compoMessages.entered(compo.title))
    return undefined
  }
  return (
    <FormDialog
      title={`Enter ${sketch.title} in a compo?`}
      submit="Enter"
      onSubmit={enter}
      failure={entryFailure}
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
      {!data && (error ? <p role="alert">{messageOf(error)}</p> : <Spinner label="Loading" />)}
      <FormHint>{compoMessages.entryHint}</FormHint>
    </FormDialog>
  )
}
