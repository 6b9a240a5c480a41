import { GROUPS_PAGE_SIZE, STAFF_LOG_PAGE_SIZE } from '../../../contract/limits.ts'
import { rowsFor, type Source } from './list-source.ts'

/** A member's own latest requests, on the first page. */
const OWN_REQUESTS = 10

/** Lists of groups and of the sketches and members of this one. */
export function groupSources(groupId: number): Record<string, Source> {
  const page = { pageSize: GROUPS_PAGE_SIZE }
  const slug = `bulk-${groupId}`
  const ofGroup = `/api/v2/group?groupId=${slug}&action=`
  return {
    groups: { ...page, from: 'groups', keys: ['latest_activity_at', 'id'], path: '/api/v2/group?action=query' },
    'members of a group': {
      ...page,
      from: `group_members WHERE group_id = ${groupId}`,
      keys: ['joined_at', 'user_id'],
      path: `${ofGroup}members`,
    },
    'gallery of a group': {
      from: `group_sketches WHERE group_id = ${groupId} AND listed_for_all = 1`,
      keys: ['entry_id'],
      path: `${ofGroup}sketches`,
    },
    'requests for groups': {
      ...page,
      from: `group_requests WHERE state = 'pending'`,
      keys: ['id'],
      path: '/api/v2/group?action=requests',
      rowsMax: rowsFor(GROUPS_PAGE_SIZE + OWN_REQUESTS),
    },
  }
}

const groupAdmin = { pageSize: GROUPS_PAGE_SIZE, audience: 'staff' } as const
const desk = { audience: 'staff' } as const

const reports = (kind: string, list: string): Source => ({
  ...desk,
  from: `case_reports WHERE kind = '${kind}' AND closed_at IS NULL`,
  keys: ['id'],
  path: `/api/v2/gloperate/${list}`,
})

export const staffSources: Record<string, Source> = {
  'group requests to decide': {
    ...groupAdmin,
    from: `group_requests WHERE state = 'pending'`,
    keys: ['id'],
    path: '/api/v2/assist/groupRequests',
  },
  'group queue': {
    ...groupAdmin,
    from: `group_feature_requests WHERE state = 'pending'`,
    keys: ['id'],
    path: '/api/v2/assist/groupFeatures',
  },
  'group activity': { ...groupAdmin, from: 'group_activity', keys: ['id'], path: '/api/v2/assist/groupActivity' },
  'group stats by members': {
    ...groupAdmin,
    from: 'groups',
    keys: ['members_count', 'id'],
    path: '/api/v2/assist/groupStats?sort=users',
  },
  cases: {
    ...desk,
    from: 'cases WHERE decided_at IS NULL',
    keys: ['queue_at', 'id'],
    path: '/api/v2/gloperate/cases',
  },
  'cases of a kind': {
    ...desk,
    from: `cases WHERE decided_at IS NULL AND kind = 'sketch'`,
    keys: ['queue_at', 'id'],
    path: '/api/v2/gloperate/cases?kind=sketch',
  },
  'decided cases': {
    ...desk,
    from: 'cases WHERE decided_at IS NOT NULL',
    keys: ['decided_at', 'id'],
    path: '/api/v2/gloperate/cases?filter=decided',
  },
  'reported sketches': reports('sketch', 'reportedSketches'),
  'reported comments': reports('comment', 'reportedComments'),
  'reported users': reports('profile', 'reportedUsers'),
  'reported streams': reports('stream', 'reportedStreams'),
  'reported messages': reports('message', 'reportedMessages'),
  bans: { ...desk, from: 'bans', keys: ['id', 'id + 0'], path: '/api/v2/gloperate/bans' },
  'current bans': { ...desk, from: 'bans', keys: ['ends_at', 'id'], path: '/api/v2/gloperate/bans?filter=current' },
  'unconfirmed bans': {
    ...desk,
    from: 'bans WHERE duration_hours = -1',
    keys: ['ends_at', 'id'],
    path: '/api/v2/gloperate/bans?filter=waiting',
  },
  appeals: { ...desk, from: 'appeals', keys: ['created_at', 'id'], path: '/api/v2/gloperate/appeals' },
  'staff log': {
    ...desk,
    pageSize: STAFF_LOG_PAGE_SIZE,
    from: 'audit_log',
    keys: ['created_at', 'id'],
    path: '/api/v2/gloperate/log',
  },
  'staff log by act': {
    ...desk,
    pageSize: STAFF_LOG_PAGE_SIZE,
    from: `audit_log WHERE action = 'ban'`,
    keys: ['created_at', 'id'],
    path: '/api/v2/gloperate/log?action=ban',
  },
}
