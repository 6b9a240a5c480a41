import { Brush, Heart, LayoutGrid, Rows3, Star, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Flow } from '../../ui/layout.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Block } from './Block.tsx'

const LISTS = [
  { value: 'active', label: 'Active' },
  { value: 'birthday', label: 'Birthday' },
  { value: 'glops', label: 'Glops' },
] as const

const LAYOUTS = [
  { value: 'rows', label: 'Rows', icon: Rows3 },
  { value: 'grid', label: 'Grid', icon: LayoutGrid },
] as const

export function ButtonBlocks() {
  const [toggled, setToggled] = useState(true)
  const [given, setGiven] = useState(true)
  const [list, setList] = useState<(typeof LISTS)[number]['value']>('active')
  const [layout, setLayout] = useState<(typeof LAYOUTS)[number]['value']>('rows')
  const star = { pressedIcon: 'filled', onClick: () => setGiven(!given), 'aria-label': 'Star' } as const
  return (
    <>
      <Block name="Buttons">
        <Flow>
          <Button>Normal</Button>
          <Button data-hover>Hover</Button>
          <Button data-press>Pressed</Button>
          <Button pressed={toggled} onClick={() => setToggled(!toggled)}>
            Toggled
          </Button>
          <Button disabled>Disabled</Button>
          <Button busy>Busy</Button>
        </Flow>
        <Flow>
          <Button variant="primary">Post</Button>
          <Button variant="primary" data-hover>
            Post
          </Button>
          <Button variant="primary" disabled>
            Post
          </Button>
          <Button variant="primary" busy>
            Post
          </Button>
          <Button variant="danger">Delete</Button>
          <IconButton icon={Star} bordered {...star} pressed={false} />
          <IconButton icon={Star} bordered {...star} pressed={given} />
        </Flow>
        <Segmented label="Artists" options={LISTS} value={list} onChange={setList} />
      </Block>
      <Block name="Links, icon buttons, segmented">
        <Flow>
          <ButtonLink to="/kit" icon={Brush}>
            In the app
          </ButtonLink>
          <ButtonLink href="https://example.org/">Elsewhere</ButtonLink>
        </Flow>
        <Flow>
          <IconButton icon={Heart} aria-label="Give a heart" />
          <IconButton icon={Heart} aria-label="Heart" pressed pressedIcon="filled" />
          <IconButton icon={UserPlus} aria-label="Fan" pressed />
          <IconButton icon={Heart} aria-label="Hovered" data-hover />
          <IconButton icon={Heart} aria-label="Busy" busy />
          <IconButton icon={Heart} aria-label="Disabled" disabled />
          <IconButton icon={Heart} aria-label="Disabled, bordered" bordered disabled />
        </Flow>
        <Segmented label="Layout" showLabel options={LAYOUTS} value={layout} onChange={setLayout} />
        <Segmented label="Layout, icons only" options={LAYOUTS} value={layout} onChange={setLayout} iconsOnly />
        <Button wide icon={Heart}>
          As wide as its column
        </Button>
      </Block>
    </>
  )
}
