import { useState } from 'react'
import { numberText } from '../../lib/format.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { BallotProgress } from '../../ui/BallotProgress.tsx'
import { Expandable } from '../../ui/Expandable.tsx'
import { FanCard } from '../../ui/FanCard.tsx'
import { Flow, Grid } from '../../ui/layout.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { type Column, Table, type TableSort } from '../../ui/Table.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Block } from './Block.tsx'
import styles from './KitPage.module.css'

type Member = { name: string; role: string; sketches: number; hearts: number }

const MEMBERS: Member[] = [
  { name: 'Halvard', role: 'Admin', sketches: 214, hearts: 10_655 },
  { name: 'Ines Karlsen', role: 'Member', sketches: 641, hearts: 18_420 },
  { name: 'Yuki S.', role: 'Member', sketches: 88, hearts: 1092 },
]

const COLUMNS: Column<Member>[] = [
  { key: 'name', label: 'Artist', cell: (member) => member.name, sortable: true },
  { key: 'role', label: 'Role', cell: (member) => member.role },
  { key: 'sketches', label: 'Sketches', cell: (member) => member.sketches, number: true, sortable: true },
  {
    key: 'hearts',
    label: 'Hearts',
    cell: (member) => numberText(member.hearts),
    number: true,
    sortable: true,
  },
]

const TABS = [
  { to: '/kit?tab=fans', label: 'Your fans', count: 37, current: true },
  { to: '/kit?tab=of', label: 'Fan of', current: false },
  { to: '/kit?tab=blocks', label: 'Blocks', current: false },
]

const MANY_TABS = ['Sketches', 'About', 'Likes', 'Albums', 'Fans', 'Groups', 'Streams', 'Awards', 'Compos'].map(
  (label) => ({ to: `/kit?tab=${label}`, label, current: label === 'Albums' }),
)

export function ListBlocks() {
  const [isFan, setFan] = useState(true)
  const [sort, setSort] = useState<TableSort>({ key: 'hearts', descending: true })
  const rows = MEMBERS.toSorted((a, b) => compare(a, b, sort.key as keyof Member) * (sort.descending ? -1 : 1))
  return (
    <>
      <Block name="Tabs and expandable section">
        <Tabs label="Fans" tabs={TABS} />
        <div>
          <Expandable title="Sketch info" detail="6 items" startsOpen>
            <p>41 snapshots, 3 brushes, app version 6.2</p>
          </Expandable>
          <Expandable title="Report this sketch">{() => <p>Built when it opened.</p>}</Expandable>
        </div>
        <Tabs label="Profile, overflowing" tabs={MANY_TABS} />
      </Block>
      <Block name="People and badges">
        <Grid minColumnWidth={260} gap={8}>
          <FanCard name="Halvard" to="/kit" detail="Since 3 May 2021" onToggle={() => {}} />
          <FanCard name="Yuki S." to="/kit" detail="Since 3 May 2021" isFan={isFan} onToggle={setFan} />
          <FanCard name="A nickname that is far too long to fit in here" to="/kit" detail="Since 3 May 2021" />
        </Grid>
        <Flow>
          <Badge count={2} label="unread" />
          <Badge count={9} label="unread" />
          <Badge count={10} plusFrom={10} label="unread" />
          <Badge count={1204} label="unread" />
          <span className={styles.soft}>unread, “+” from 10</span>
        </Flow>
        <Flow>
          <Avatar name="Noor" size={24} />
          <Avatar name="Ines" />
          <Avatar name="Åse" size={48} alt="Åse" />
          <Avatar name="Broken" avatar="data:," size={48} />
          <Avatar name="Maren" size={128} className={styles.face} />
        </Flow>
        <Progress label="Uploading, 62%" detail="9.8 of 16 MB" value={62} />
        <BallotProgress current={3} total={12} />
      </Block>
      <Block name="Table" wide>
        <Table label="Members" columns={COLUMNS} rows={rows} rowKey={(row) => row.name} sort={sort} onSort={setSort} />
      </Block>
    </>
  )
}

function compare(a: Member, b: Member, key: keyof Member): number {
  return a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0
}
