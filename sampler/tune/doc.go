// Package tune says what limits a chain, and what to do about it.
//
//	plan, err := tune.Look(ctx, model, tune.Settings{Try: true})
//	fmt.Println(plan)
//	trace, err := sampler.Run(ctx, plan.Apply(model), settings)
//
// [Look] makes a short run. It finds the recorded number with the fewest effective draws, the
// blocks that move it, the share of time that goes to blocks which move nothing slow, and what the
// number moves with. With Settings.Try it also tries cures, and keeps those that give at least a
// tenth more effective draws for the same cost:
//
//   - shift: a step of slice sampling along the line on which the unknowns lie, for two that are
//     correlated, or for a level and its effects;
//   - scale: a step that multiplies a positive number and, with a power of the same factor, the
//     spread of effects or another positive number, for a standard deviation and its effects
//     (which interweaves the centred and the non-centred form) and for a product;
//   - repeat: the blocks that move the slow numbers, several times in a sweep.
//
// All leave the posterior as it is: directions and widths are fixed when the plan is made. Shift
// and scale need Model.LogJoint, and they find the unknowns by themselves: the exported fields of
// the state, of type float64, []float64 and [][]float64, on which LogJoint depends. So LogJoint
// must compute what it needs from these fields, and not read what another block left behind; a
// latent variable that LogJoint leaves out must be the first that a sweep draws. verify.Blocks
// tells whether that is so: test plan.Apply(model).
//
// What no cure of these reaches has another one, by hand: draw the limiting block with its latent
// variables summed out, or take another update: see package update.
package tune
