import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AwardKind } from '../../../contract/award-state.ts'
import type { AwardCategory } from '../../../contract/http/awards.ts'
import { CallError } from '../../lib/call.ts'
import { awardMessages } from '../../lib/messages/awards.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { toast } from '../../lib/toast.ts'
import { FormDialog, FormHint } from '../../ui/FormDialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { parseNominee } from './awards-fields.ts'
import { awardsQuery, useNominate } from './queries.ts'

type NominateDialogProps = {
  year: number
  /** The artist or sketch; without it, the member enters a link. */
  nominee?: { kind: AwardKind; id: number; name: string }
  onClose: () => void
}

/** Nominates an artist or a sketch in a category of a year [1 §4]. */
export function NominateDialog({ year, nominee, onClose }: NominateDialogProps) {
  const nominate = useNominate()
  const { data, error, refetch } = useQuery(awardsQuery({ year }))
  const [chosen, setChosen] = useState<string | null>(null)
  const categories = (data?.categories ?? []).filter(({ kind }) => !nominee || kind === nominee.kind)
  const category = categories.find(({ id }) => String(id) === chosen)
  const send = async (form: FormData) => {
    if (!category) return { field: 'category', error: awardMessages.noCategory }
    const id = nominee?.id ?? parseNominee(String(form.get('link') ?? ''), category.kind)
    if (!id) return { field: 'link', error: awardMessages.linkMissing }
    await nominate.mutateAsync(
      category.kind === 'sketch'
        ? { categoryId: category.id, action: 'nominateSketch', sketchId: id }
        : { categoryId: category.id, action: 'nominateArtist', artistId: id },
    )
    toast(awardMessages.nominated(category.title))
    return undefined
  }
  return (
    <FormDialog
      title={nominee ? `Nominate ${nominee.name}` : `Nominate for the awards ${year}`}
      submit="Nominate"
      onSubmit={send}
      failure={nominationFailure}
      canSubmit={categories.length > 0}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {data ? (
            <CategoryField
              categories={categories}
              value={chosen}
              onChange={setChosen}
              error={errorOf('category')}
              kind={nominee?.kind}
            />
          ) : error ? (
            <LoadFailure onRetry={() => void refetch()}>{messageOf(error)}</LoadFailure>
          ) : (
            <Spinner label="Loading" />
          )}
          {!nominee && (
            <TextField
              label="Sketch or artist"
              name="link"
              autoComplete="off"
              hint={awardMessages.linkHint}
              error={errorOf('link')}
            />
          )}
          <FormHint>{awardMessages.nominationHint}</FormHint>
        </>
      )}
    </FormDialog>
  )
}

type CategoryFieldProps = {
  categories: readonly AwardCategory[]
  /** Null until the member chooses. A native select shows its first option for an unknown value. */
  value: string | null
  onChange: (id: string) => void
  error: string | undefined
  /** The kind of the nominee, if it is known. */
  kind?: AwardKind | undefined
}

/** Choice of a category. */
export function CategoryField({ categories, value, onChange, error, kind }: CategoryFieldProps) {
  if (categories.length === 0) return <p>{awardMessages.noCategoryFor(kind)}</p>
  return (
    <Select
      label="Category"
      name="category"
      placeholder="Choose a category"
      options={categories.map(({ id, title }) => ({ value: String(id), label: title }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}

/** Returns the message for a failed nomination: the one of the broken rule, or else the general one of [1 §8]. */
const nominationFailure = (error: unknown) =>
  error instanceof CallError && (error.status === 403 || error.status === 409 || error.status === 429)
    ? messageOf(error)
    : awardMessages.nominationFailed
