// Reads what the server says of each variant and of itself, and plays a whole game of each, through the client that
// openapi-generator writes in Go: play_games ADDRESS. That this file compiles is half of the test.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"mancala"
)

// More than any of these games takes.
const mostTurns = 400

var (
	ctx    = context.Background()
	client *mancala.APIClient
)

// play plays the first legal move of each turn against the engine, and returns how the game ended.
func play(name mancala.VariantName) (string, error) {
	south, level := mancala.SIDE_SOUTH, int32(1)
	seed := "18446744073709551615"
	reply := mancala.Reply{Level: *mancala.NewNullableInt32(&level)}
	reply.SetSeed(mancala.ReplySeed{String: &seed})
	request := mancala.PlayTurnRequest{Side: *mancala.NewNullableSide(&south), Reply: *mancala.NewNullableReply(&reply)}
	for range [mostTurns]struct{}{} {
		answer, _, err := client.GamesAPI.PlayTurn(ctx, name).PlayTurnRequest(request).Execute()
		if err != nil {
			return "", err
		}
		if answer.Status.Over {
			return answer.GetResult(), nil
		}
		request.SetToken(answer.Position.GetToken())
		request.SetMove(answer.LegalMoves[0].Move)
	}
	return "", fmt.Errorf("it does not end")
}

func main() {
	configuration := mancala.NewConfiguration()
	configuration.Servers = mancala.ServerConfigurations{{URL: "http://" + os.Args[1]}}
	client = mancala.NewAPIClient(configuration)
	about, _, err := client.ServerAPI.GetServerInfo(ctx).Execute()
	if err != nil {
		log.Fatal(err)
	}
	if limits := about.Limits; limits.SuggestNodesMaxByGet >= limits.SuggestNodesMax {
		log.Fatalf("one limit is read as the other: %+v", limits)
	}
	known, _, err := client.VariantsAPI.ListVariants(ctx).Execute()
	if err != nil {
		log.Fatal(err)
	}
	for _, variant := range known.Variants {
		result, err := play(variant.Name)
		if err != nil {
			log.Fatalf("%s: %v", variant.Name, err)
		}
		fmt.Printf("%s: %s\n", variant.Name, result)
	}
}
