// boardgame.io's own server with its storage in memory and a small game of tricks: four players, five cards each in
// three colours and a trump, as in Gracias. Everybody sees their own hand and what lies on the table. Rounds go on without
// end, so that a match outlasts any measurement. It sends whole states: its deltas cost more than they save.
//
// node server.js PORT

const { Server, Origins } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const HAND = 5;
const DECK = ["B", "G", "R", "Y"].flatMap((colour) => [1, 2, 3, 4, 5, 6].map((value) => colour + value));

function deal(G, ctx, random) {
  const deck = random.Shuffle(DECK);
  for (let seat = 0; seat < ctx.numPlayers; seat++) {
    G.players[seat] = { hand: deck.slice(seat * HAND, (seat + 1) * HAND) };
    G.tricks[seat] = 0;
  }
}

/** The place in the trick of the card that takes it. */
function winner(trick) {
  const strength = (card) => (card[0] === "R" ? 20 : card[0] === trick[0][0] ? 10 : 0) + Number(card[1]);
  return trick.reduce((best, card, place) => (strength(card) > strength(trick[best]) ? place : best), 0);
}

const game = {
  name: "tricks",
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true, // it would remember every state
  setup: ({ ctx, random }) => {
    const G = { players: {}, tricks: [], scores: Array(ctx.numPlayers).fill(0), trick: [], leader: 0, round: 1 };
    deal(G, ctx, random);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  moves: {
    play: ({ G, ctx, playerID, events, random }, card) => {
      const hand = G.players[playerID].hand;
      const led = G.trick.length ? G.trick[0][0] : card[0];
      const follows = card[0] === led || !hand.some((other) => other[0] === led);
      if (!hand.includes(card) || !follows) return "INVALID_MOVE";
      hand.splice(hand.indexOf(card), 1);
      G.trick.push(card);
      if (G.trick.length < ctx.numPlayers) {
        events.endTurn();
        return;
      }
      G.leader = (G.leader + winner(G.trick)) % ctx.numPlayers;
      G.tricks[G.leader]++;
      G.trick = [];
      if (!hand.length) {
        G.tricks.forEach((tricks, seat) => (G.scores[seat] += tricks));
        G.round++;
        deal(G, ctx, random);
      }
      events.endTurn({ next: String(G.leader) });
    },
  },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run({ port: { host: "127.0.0.1", port: Number(process.argv[2]) } });
