/* The rules of Symphonimo a second time, in plain C: the yardstick for the compiled engine.
 *
 * Classic Conductors only (no Grand Maestro, no False Note), 2 to 6 players. Decisions are the same
 * four as in the engine (draw, place, take, end), each one move. Generator, order of the choices and
 * order of the numbers asked for are the engine's too, so one seed ends in the same collections.
 */
#include <stdint.h>
#include <string.h>

enum { FAMILIES = 11, SEATS = 6, LIMIT = 4 };
enum { TURN, PLACE, LAST, OVER };

static const uint8_t CARDS[FAMILIES] = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}; /* SO-001 */
static const uint8_t IN_PLAY[SEATS + 1] = {0, 0, 7, 8, 9, 10, 11};            /* SO-003 */

typedef struct {
    uint32_t x, y, z, count;
} Dice;

typedef struct {
    uint8_t rows[SEATS][FAMILIES]; /* cards under each Conductor */
    uint8_t size[SEATS];
    uint8_t hands[SEATS][FAMILIES];
    uint8_t bag[FAMILIES];
    int n, deck, step, player, drawn;
    unsigned filled, room, in_round; /* masks: Conductors, Conductors, players */
} Table;

/* -- chance: sfc32 ---------------------------------------------------------------------------- */

static inline uint32_t word(Dice *d) {
    uint32_t out = d->x + d->y + d->count++;
    d->x = d->y ^ (d->y >> 9);
    d->y = d->z + (d->z << 3);
    d->z = ((d->z << 21) | (d->z >> 11)) + out;
    return out;
}

static inline int below(Dice *d, int n) { return (int)(((uint64_t)word(d) * (uint64_t)n) >> 32); }

static Dice dice(uint64_t seed) {
    Dice d = {(uint32_t)seed, (uint32_t)(seed >> 32), 0x9E3779B9u, 1};
    for (int i = 0; i < 12; i++) word(&d);
    return d;
}

static uint8_t BITS[1 << SEATS];       /* how many bits a mask has */
static uint8_t NTH[1 << SEATS][SEATS]; /* its k-th set bit */

__attribute__((constructor)) static void fill_tables(void) {
    for (unsigned mask = 0; mask < 1u << SEATS; mask++)
        for (int i = 0; i < SEATS; i++)
            if (mask >> i & 1) NTH[mask][BITS[mask]++] = (uint8_t)i;
}

/* -- rules ------------------------------------------------------------------------------------ */

static void begin_round(Table *s, int first) { /* SO-022 */
    unsigned everyone = (1u << s->n) - 1;
    s->filled = 0;
    s->room = s->in_round = everyone;
    s->player = first;
    s->step = TURN;
}

static Table setup(int n, Dice *d) {
    Table s;
    memset(&s, 0, sizeof s);
    s.n = n;
    for (int f = 0; f < IN_PLAY[n]; f++) s.deck += s.bag[f] = CARDS[f];
    begin_round(&s, below(d, n)); /* SO-006 */
    return s;
}

static inline void pass_on(Table *s) { /* SO-007, SO-017, SO-025 */
    int p = s->player;
    do p = p + 1 == s->n ? 0 : p + 1;
    while (!(s->in_round >> p & 1));
    s->player = p;
    s->step = s->deck ? TURN : LAST;
}

static inline void draw(Table *s, Dice *d) { /* SO-011 */
    int at = below(d, s->deck), f = 0;
    while (at >= s->bag[f]) at -= s->bag[f++];
    s->bag[f]--;
    s->deck--;
    s->drawn = f;
    s->step = PLACE;
}

static inline void place(Table *s, int c) { /* SO-011, SO-012 */
    s->rows[c][s->drawn]++;
    s->filled |= 1u << c;
    if (++s->size[c] == LIMIT) s->room &= ~(1u << c);
    pass_on(s);
}

static inline void leave_round(Table *s, int took) { /* SO-017, SO-020, SO-025, SO-027 */
    s->in_round &= ~(1u << s->player);
    if (s->in_round) pass_on(s);
    else if (took && s->deck) begin_round(s, s->player);
    else s->step = OVER;
}

static inline void take(Table *s, int c) { /* SO-015 */
    for (int f = 0; f < FAMILIES; f++) s->hands[s->player][f] += s->rows[c][f];
    memset(s->rows[c], 0, FAMILIES);
    s->size[c] = 0;
    s->filled &= ~(1u << c);
    s->room &= ~(1u << c);
    leave_round(s, 1);
}

static long rollout(Table *s, Dice *d) {
    for (long moves = 0;; moves++) {
        int holding, k;
        switch (s->step) {
        case TURN: /* SO-010, SO-013, SO-016, SO-018 */
            holding = BITS[s->filled];
            if (!s->room) take(s, NTH[s->filled][below(d, holding)]);
            else if ((k = below(d, holding + 1))) take(s, NTH[s->filled][k - 1]);
            else draw(s, d);
            break;
        case PLACE:
            place(s, NTH[s->room][below(d, BITS[s->room])]);
            break;
        case LAST: /* SO-025 */
            holding = BITS[s->filled];
            k = below(d, holding + 1);
            if (k < holding) take(s, NTH[s->filled][k]);
            else leave_round(s, 0);
            break;
        default:
            return moves;
        }
    }
}

/* -- called from outside ---------------------------------------------------------------------- */

/* One set-up, then `matches` random matches from copies of it. Returns the moves played; the
 * collections of the last match go to `hands`, player after player. */
long twin_rollouts(uint64_t seed, int players, long matches, uint8_t *hands) {
    Dice d = dice(seed);
    Table opening = setup(players, &d), s = opening;
    long moves = 0;
    for (long i = 0; i < matches; i++) {
        s = opening;
        moves += rollout(&s, &d);
    }
    memcpy(hands, s.hands, (size_t)players * FAMILIES);
    return moves;
}
