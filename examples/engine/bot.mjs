// A bot in JavaScript, at home in Symphonimo:  tutti arena symphonimo "engine:node examples/engine/bot.mjs" random
// One line of JSON in, one line of JSON out; the protocol is in docs/engine.md.
import { createInterface } from "node:readline";

// What a set of so many cards is worth, with some hope for one that grows towards four.
const worth = (cards) => [0, 1, 1.3, 2.5, 5][cards] ?? 0;

function gain(collection, cards) {
  const after = { ...collection };
  for (const card of cards) after[card] = (after[card] ?? 0) + 1;
  return Object.keys(after).reduce((sum, card) => sum + worth(after[card]) - worth(collection[card] ?? 0), 0);
}

function choose({ legal, view, player }) {
  if (!view.conductors) return legal[0]; // another game
  const values = legal.map((action) => {
    const [verb, number] = action.split(" ");
    const row = view.conductors[number - 1]?.cards ?? [];
    if (verb === "take") return gain(view.collections[player], row);
    if (verb === "place") return gain(view.collections[player], [...row, view.drawn]);
    return verb === "draw" ? 0.9 : 0; // about what a row brings if one waits
  });
  return legal[values.indexOf(Math.max(...values))];
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (asked.do === "quit") break;
  console.log(JSON.stringify(asked.do === "go" ? { action: choose(asked) } : { tutti: 1, name: "Thrift" }));
}
