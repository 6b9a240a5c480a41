import * as z from 'zod/mini'

/**
 * Error codes of calls, with the HTTP status of each. A code that ends in `_limit` means that the call would exceed a
 * limit of limits.ts. Codes whose meaning the name does not say:
 * - `award_category_used`: the category has nominees.
 * - `award_counted`: members voted in the category, or can still vote.
 * - `awards_closed`: voting has ended, so its times stay, or the winners are published.
 * - `awards_exist`: the awards of the year were opened before.
 * - `bad_ballot`: the votes are not for the sets of the ballot.
 * - `challenge_has_entries`: a challenge with entries cannot be deleted.
 * - `decided_by_staff`: the member cannot reverse a decision of staff.
 * - `deletion_limit`, `room_act_limit`, `staff_act_limit`, `other_act_limit`: the member of staff reached their daily
 *   limit of deletions, of acts in chat rooms, of decisions on things and members, or of other acts.
 * - `challenge_opened_today`: a group opens one challenge a day.
 * - `claimed`: another member of staff works on the case.
 * - `compo_closed`: the compo has a result.
 * - `compo_ends_soon`: only admins end the entries or the voting of a compo sooner, without a day's notice.
 * - `compo_entries_final`: entries can no longer be removed.
 * - `compo_has_entries`: a compo with entries, votes or comments cannot be deleted.
 * - `group_compo_times`: a compo of a group is too short, or begins too late.
 * - `group_feature_rejected`: group admins rejected the sketch for the group recently.
 * - `in_closed_compo`: a sketch in a closed compo cannot be deleted.
 * - `in_judged_compo`: the picture of an entry cannot be replaced once the voting has begun.
 * - `like_another`: the picture is similar to a sketch of another member.
 * - `longer_ban`: the current ban is longer, and the call does not say that a shorter one may replace it.
 * - `mature_replay`: the recording belongs to a mature sketch.
 * - `nomination_stays`: nominations can no longer be taken back.
 * - `not_in_group`: only members of the group can enter its challenge or compo.
 * - `order_changed`: the idempotency key belongs to a different order, or to one that was paid.
 * - `order_limit`: the member made too many orders in a day.
 * - `own_ban`: another member of staff has to confirm the ban.
 * - `own_decision`: another member of staff has to decide on the appeal.
 * - `own_nomination`: members do not nominate themselves or their sketches or vote for them, and staff do not name them
 *   as winners.
 * - `own_request`: members do not vote for their own request for a group.
 * - `patron_without_end`: the receiver of a patron year is a patron without an end.
 * - `payment_unavailable`: the payment provider does not answer.
 * - `personal_data`: a picture in the file contains a place, a person or a device; `field` is the picture's name.
 * - `set_by_artist`: staff do not take away a mark that the artist of a sketch set.
 * - `too_plain`: the picture has too little detail to recognise copies of it.
 * - `unsuitable_picture`: the sketch cannot be an avatar or cover.
 * - `taken_out`: the artist removed the sketch from the group, so only the artist can add it again.
 * - `voted_already`: the vote must be cleared first.
 * - `voting_ends_soon`: once there are nominees or voting has begun, new times leave hours to vote.
 * - `warned`: the member must accept a warning first.
 */
export const ERROR_STATUS = {
  bad_request: 400,
  bad_cursor: 400,
  bad_image: 400,
  bad_file: 400,
  personal_data: 400,
  image_too_wide: 400,
  sign_in_failed: 400,
  bad_passkey: 400,
  unknown_passkey: 400,
  bad_backup_code: 400,
  not_logged_in: 401,
  forbidden: 403,
  not_in_group: 403,
  suspended: 403,
  warned: 403,
  impersonating: 403,
  cross_origin: 403,
  own_sketch: 403,
  own_feature: 403,
  own_ban: 403,
  own_nomination: 403,
  blocked_picture: 403,
  own_decision: 403,
  own_request: 403,
  decided_by_staff: 403,
  set_by_artist: 403,
  mature_not_allowed: 403,
  messages_refused: 403,
  too_young_for_mature: 403,
  too_young_for_birthday: 403,
  too_young: 403,
  too_young_for_groups: 403,
  too_new_to_vote: 403,
  too_new_to_nominate: 403,
  no_apple_account: 403,
  bad_key: 400,
  bad_dates: 400,
  date_passed: 400,
  group_compo_times: 400,
  bad_ballot: 400,
  not_found: 404,
  nickname_taken: 409,
  nickname_reserved: 409,
  nickname_web_address: 409,
  slug_taken: 409,
  time_zone_limit: 409,
  email_taken: 409,
  login_taken: 409,
  login_unlinked: 409,
  last_login: 409,
  passkey_limit: 409,
  backup_code_limit: 409,
  email_limit: 409,
  same_file: 409,
  changed_meanwhile: 409,
  unsuitable_picture: 409,
  too_plain: 409,
  like_another: 409,
  mature_replay: 409,
  bad_parent: 409,
  in_another_co_op: 409,
  no_hearts: 409,
  album_limit: 409,
  collection_limit: 409,
  member_album_limit: 409,
  album_sketch_limit: 409,
  no_stars: 409,
  no_group_stars: 409,
  group_limit: 409,
  group_membership_limit: 409,
  group_compo_limit: 409,
  group_compo_month_limit: 409,
  group_request_limit: 409,
  group_feature_limit: 409,
  group_feature_rejected: 409,
  rating_limit: 409,
  daily_rating_limit: 409,
  mute_limit: 409,
  export_download_limit: 409,
  taken_out: 409,
  group_owner: 409,
  voting_over: 409,
  already_featured: 409,
  stream_live: 409,
  stream_over: 409,
  announcement_limit: 409,
  stream_limit: 409,
  room_limit: 409,
  helper_limit: 409,
  excluded_limit: 409,
  owner_act_limit: 409,
  too_late_to_edit: 409,
  upload_limit: 409,
  daily_upload_limit: 409,
  daily_png_limit: 409,
  album_add_limit: 409,
  storage_limit: 409,
  tag_limit: 409,
  in_another_challenge: 409,
  challenge_opened_today: 409,
  challenge_has_entries: 409,
  in_another_compo: 409,
  in_closed_compo: 409,
  in_judged_compo: 409,
  compo_not_open: 409,
  compo_entries_final: 409,
  compo_closed: 409,
  dates_are_final: 409,
  compo_ends_soon: 409,
  compo_not_voting: 409,
  compo_entry_limit: 409,
  compo_key_taken: 409,
  compo_has_entries: 409,
  nothing_to_vote: 409,
  nominations_closed: 409,
  award_voting_closed: 409,
  voted_already: 409,
  nominee_limit: 409,
  nominee_removed: 409,
  nominee_stays: 409,
  nomination_limit: 409,
  nomination_stays: 409,
  award_category_used: 409,
  award_category_taken: 409,
  awards_closed: 409,
  voting_ends_soon: 409,
  awards_exist: 409,
  award_counted: 409,
  suggestion_limit: 409,
  note_limit: 409,
  request_waiting: 409,
  thread_limit: 409,
  forum_limit: 409,
  link_limit: 409,
  comment_link_limit: 409,
  comment_limit: 409,
  text_limit: 409,
  edit_limit: 409,
  block_limit: 409,
  fan_limit: 409,
  followed_limit: 409,
  message_limit: 409,
  message_link_limit: 409,
  category_limit: 409,
  report_limit: 409,
  topic_locked: 409,
  challenge_queue_full: 409,
  alias_of_itself: 409,
  suspended_already: 409,
  longer_ban: 409,
  claimed: 409,
  deletion_limit: 409,
  room_act_limit: 409,
  staff_act_limit: 409,
  other_act_limit: 409,
  merge_limit: 409,
  decided_already: 409,
  already_gone: 409,
  appealed_already: 409,
  cannot_undo: 409,
  permanent_already: 409,
  last_admin: 409,
  deletion_request_limit: 409,
  patron_without_end: 409,
  order_limit: 409,
  order_changed: 409,
  already_merged: 409,
  merge_unfinished: 409,
  merge_suspended: 409,
  length_required: 411,
  too_large: 413,
  not_a_socket: 426,
  wrong_type: 415,
  too_many: 429,
  internal: 500,
  sign_in_unavailable: 502,
  payment_unavailable: 502,
  not_configured: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/**
 * Reply of a failed call. `message` is for developers; pages choose their text by `code`. `field` is the field of the
 * request body that caused the error, if there is one.
 */
export const errorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), field: z.optional(z.string()) }),
})
export type ErrorBody = { error: { code: ErrorCode; message: string; field?: string | undefined } }
