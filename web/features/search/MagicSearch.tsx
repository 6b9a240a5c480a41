import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { coverPicture } from '../../../contract/image-sizes.ts'
import { SEARCH_COLOURS_MAX } from '../../../contract/limits.ts'
import { searchMessages } from '../../lib/messages/search.ts'
import { Button } from '../../ui/Button.tsx'
import { ColourPicker } from '../../ui/ColourPicker.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { PopoverButton } from '../../ui/Popover.tsx'
import { sketchThumbQuery } from '../sketches/queries.ts'
import chipStyles from './Chips.module.css'
import { Chips } from './Chips.tsx'
import { FoundSketches } from './FoundSketches.tsx'
import { type MagicTerms, magicQuery } from './queries.ts'
import { SearchField } from './SearchField.tsx'

/** Search by colours, by a similar sketch and by words, in any combination. */
export function MagicSearch({ magic, onSearch }: { magic: MagicTerms; onSearch: (magic: MagicTerms) => void }) {
  const { query, colours, like } = magic
  const hasQuery = query !== '' || colours.length > 0 || like !== null
  const colourChips = colours.map((colour) => ({
    name: `colour ${colour}`,
    content: (
      <>
        <span className={chipStyles.swatch} style={{ background: colour }} />
        {colour}
      </>
    ),
    onRemove: () => onSearch({ ...magic, colours: colours.filter((other) => other !== colour) }),
  }))
  const likeChip =
    like === null
      ? []
      : [{ name: 'example', content: <Example id={like} />, onRemove: () => onSearch({ ...magic, like: null }) }]
  return (
    <>
      <SearchField
        label="Words (optional)"
        query={query}
        allowsEmpty
        onSearch={(typed) => onSearch({ ...magic, query: typed })}
      />
      <Chips label="Looks like" chips={[...likeChip, ...colourChips]}>
        {colours.length < SEARCH_COLOURS_MAX && (
          <AddColour onAdd={(colour) => onSearch({ ...magic, colours: [...new Set([...colours, colour])] })} />
        )}
      </Chips>
      {hasQuery ? (
        <FoundSketches of={magicQuery(magic)} empty={searchMessages.noneSimilar} />
      ) : (
        <EmptyState>{searchMessages.magicHint}</EmptyState>
      )}
    </>
  )
}

const FIRST_COLOUR = '#2e6da4'

function AddColour({ onAdd }: { onAdd: (colour: string) => void }) {
  const [colour, setColour] = useState(FIRST_COLOUR)
  return (
    <PopoverButton trigger={<Button icon={Plus}>Add a colour</Button>}>
      {(close) => (
        <div className={chipStyles.colourPicker}>
          <ColourPicker value={colour} onChange={setColour} />
          <Button
            variant="primary"
            wide
            className={chipStyles.searchColour}
            onClick={() => {
              close()
              onAdd(colour)
            }}
          >
            Search this colour
          </Button>
        </div>
      )}
    </PopoverButton>
  )
}

const THUMB = { width: 32, height: 32 }

function Example({ id }: { id: number }) {
  const { data: sketch } = useQuery(sketchThumbQuery(id))
  if (!sketch) return <span>Similar to a sketch</span>
  return (
    <>
      <img className={chipStyles.thumb} {...coverPicture(sketch, THUMB)} alt="" {...THUMB} />
      <span>Similar to</span>
      <Link className={chipStyles.title} to={`/sketch/${id}`}>
        {sketch.title}
      </Link>
    </>
  )
}
