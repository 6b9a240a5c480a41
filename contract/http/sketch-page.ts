import * as z from 'zod/mini'
import { COMPO_STATES } from '../compo-state.ts'
import { mat } from '../mat.ts'
import { REPOST_ANSWERS } from '../reposts.ts'
import { wireTime } from '../time.ts'
import { anyBoolean, id } from './common.ts'
import { ruleAndReason } from './rules.ts'
import { rating, sketchItem, sketchMark, sketchNotice } from './sketches.ts'
import { wonAward } from './won-award.ts'

/** A sketch in a strip beside or under another one, and in previews of links. */
export const sketchThumb = z.object({
  id,
  imageUrl: z.string(),
  title: z.string(),
  alt: z.string(),
  nickname: z.string(),
  width: z.int(),
  height: z.int(),
  thumbhash: z.string(),
  mat: z.nullable(mat),
  hearts: z.int(),
  mature: z.boolean(),
})
export type SketchThumb = z.infer<typeof sketchThumb>

/** Fields of a sketch that only its own page shows. */
const sketchFacts = {
  /** The viewer may edit it, replace its picture and use it as avatar. */
  userCanEdit: z.boolean(),
  /** The picture as PNG in full size, for its artist and staff. */
  imagePng: z.nullable(z.string()),
  videoUrl: z.nullable(z.string()),
  /** The sketch has a sketch file that this viewer may download. */
  haveFile: z.boolean(),
  /** Only the artist may download it. */
  privateFile: z.boolean(),
  /** The sketch file had statistics, which `sketchStats` returns. */
  hasStats: z.boolean(),
}

/** A sketch on its own page. If `hidden`, this viewer may not see it, and neither picture nor texts are sent. */
export const sketchPageReply = z.discriminatedUnion('hidden', [
  /** With the notice `blocked`, the page redirects to the home page. */
  z.object({ hidden: z.literal(true), id, notice: z.union([sketchNotice, z.literal('blocked')]) }),
  z.extend(sketchItem, {
    hidden: z.literal(false),
    /** A warning shown above the picture, for example to the artist of a hidden sketch. */
    notice: z.nullable(sketchNotice),
    /** The viewer is a fan of the artist. */
    isFanOf: z.boolean(),
    /** The unguessable part of the link to an unlisted sketch (`sketchAddress`). */
    linkKey: z.nullable(z.string()),
    description: z.string(),
    tags: z.array(z.string()),
    madeWithAi: z.boolean(),
    /** Staff, not the artist, marked it as made with generative AI. */
    aiByStaff: z.boolean(),
    /** The marks that staff set, and may take away. Null for viewers who are not staff. */
    marksByStaff: z.nullable(z.array(sketchMark)),
    /** For the artist: the case in which staff deleted, hid or marked it, unless that was undone. */
    decisionCase: z.nullable(id),
    /** When a sketch that staff deleted is gone for good. An open appeal delays it. */
    deletionDate: z.nullable(wireTime),
    /** Glops of the artist. */
    creatorGlops: z.int(),
    /** Hearts of all sketches of the artist. */
    heartsReceived: z.int(),
    rateRules: z.int(),
    /** Null for viewers who are not staff. */
    ratePiggy: z.nullable(z.int()),
    viewCount: z.int(),
    /** The device from which it was posted, such as iPad, if the artist chose to show it. */
    device: z.nullable(z.string()),
    userHeart: z.boolean(),
    userCanHeart: z.boolean(),
    userCanDelete: z.boolean(),
    ...sketchFacts,
    userRating: z.nullable(rating),
    userCanFeature: z.boolean(),
    /** Features that the viewer may still give this month; null for viewers who may not feature. */
    starsAvailable: z.nullable(z.int()),
    featuredBy: z.nullable(id),
    featuredByName: z.nullable(z.string()),
    featuredDate: z.nullable(wireTime),
    /** The first sketch of its co-op, which everyone may continue. */
    coOpId: z.nullable(id),
    /** The challenge in which it is entered. */
    challengeId: z.nullable(id),
    challengeTitle: z.nullable(z.string()),
    /** Its compo; `compoPlace` is -1 until the result. */
    compoKey: z.nullable(z.string()),
    compoTitle: z.nullable(z.string()),
    compoState: z.nullable(z.enum(COMPO_STATES)),
    compoPlace: z.nullable(z.int()),
    /** The open compo into which staff invite it, for its artist and staff. */
    compoInvite: z.nullable(z.object({ id: z.string(), title: z.string() })),
    /** Awards that it won, latest first. */
    awardCategories: z.array(wonAward),
    /** The year of awards whose nominations are open. */
    nominationsYear: z.nullable(z.int()),
    /** The groups in whose galleries it is. */
    groups: z.array(z.object({ id: z.string(), title: z.string() })),
    /** The sketch that this one continues; `wips` are the sketches that continue it. */
    parent: z.nullable(sketchThumb),
    wips: z.array(sketchThumb),
    /** The recording of how it was drawn. */
    replay: z.nullable(z.object({ streamId: id })),
    /**
     * The sketch of another member that this one is like, and what its artist answered about it when it was posted. The
     * artist of the original may dispute it.
     */
    repost: z.nullable(
      z.object({
        answer: z.enum(REPOST_ANSWERS),
        original: z.object({ id, title: z.string(), nickname: z.string() }),
        /** The viewer is the artist of the original. */
        isOwn: z.boolean(),
        canDispute: z.boolean(),
        /** Always false for viewers other than the artist of the original and staff. */
        disputed: z.boolean(),
      }),
    ),
    /** The artist's newest other sketches. */
    more: z.array(sketchThumb),
    /** Other sketches with the same tags. */
    similar: z.array(sketchThumb),
  }),
])
export type SketchPageReply = z.infer<typeof sketchPageReply>
export type ShownSketch = Extract<SketchPageReply, { hidden: false }>

/** Deletes a sketch. Staff give a reason when they delete the sketch of another member. */
const sketchActionBody = z.object({ action: z.literal('delete'), ...ruleAndReason })

/** With `ahead`, the page is not opened: it does not count as a view, and its link is not remembered. */
export const sketchPageParams = z.object({ ahead: z._default(anyBoolean, false) })
export const sketchPageBody = z.strictObject(sketchPageParams.shape)

/** `POST /api/v2/sketch/{id}`: reads the page, or deletes the sketch [1 §7]. */
export const sketchCallBody = z.union([sketchActionBody, sketchPageBody])
